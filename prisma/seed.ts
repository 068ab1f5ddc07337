import type { Deps } from '#server/deps.ts'
import { ShopError } from '#server/errors.ts'
import { registerMediaFiles } from '#server/features/catalog/register-media-files.ts'
import { StartError } from '#server/infra/start-error.ts'
import { seedCatalog } from './seed/catalog.ts'
import { DEMO_PEOPLE, seedAdmin, seedDemoPeople } from './seed/demo.ts'
import { type RestorePayments, seedYear } from './seed/year.ts'

/**
 * Brings a database to what the shop needs to open: catalog and terms, the videos in the media folder, the
 * first admin, and in a demo its people and its year of trade, whose payments go to `restorePayments`. It adds what is
 * missing and changes nothing that is there.
 */
export async function seed(deps: Deps, restorePayments?: RestorePayments): Promise<void> {
  await seedCatalog(deps)
  await registerMediaFiles(deps)
  const { email, password } = deps.config.admin
  if (email && password) await seedAdmin(deps, { email, password }).catch(refuseStart)
  // Where there is an admin by now, the demo adds none.
  if (deps.config.stamp !== 'demo') return
  await seedAdmin(deps, DEMO_PEOPLE.admin)
  if (restorePayments && deps.config.hasDemoYear) await seedYear(deps, restorePayments)
  await seedDemoPeople(deps)
}

/** A password that an admin may not have is a setting to change, not an error of the shop. */
function refuseStart(error: unknown): never {
  if (!(error instanceof ShopError)) throw error
  throw new StartError(
    'ADMIN_PASSWORD is one of the passwords that everybody tries first: choose another for the first admin.',
    { cause: error },
  )
}

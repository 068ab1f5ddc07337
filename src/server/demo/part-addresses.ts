import { readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { StartError } from '#server/infra/start-error.ts'

const addresses = z.object({
  databaseUrl: z.string(),
  smtpUrl: z.string(),
  stripe: z.object({
    secretKey: z.string(),
    publishableKey: z.string(),
    webhookSecret: z.string(),
    apiBase: z.object({ host: z.string(), port: z.number(), protocol: z.enum(['http', 'https']) }).nullable(),
  }),
})

/** Where the parts of a running demo can be reached from another process. */
export type PartAddresses = z.infer<typeof addresses>

const fileIn = (dataDir: string) => join(dataDir, 'running-parts.json')

/** Leaves the addresses where a worker with the same DATA_DIR finds them; they hold passwords, so only its owner reads them. */
export function writeAddresses(dataDir: string, parts: PartAddresses): void {
  const draft = `${fileIn(dataDir)}.new`
  writeFileSync(draft, JSON.stringify(parts), { mode: 0o600 })
  renameSync(draft, fileIn(dataDir))
}

/** @throws StartError when no shop was started with this DATA_DIR */
export function readAddresses(dataDir: string): PartAddresses {
  try {
    return addresses.parse(JSON.parse(readFileSync(fileIn(dataDir), 'utf8')))
  } catch (cause) {
    throw new StartError(
      'A worker of its own shares the parts of a running shop. Start the shop first, with WORKERS=off and the same DATA_DIR, or configure DATABASE_URL, SMTP_URL and the Stripe keys.',
      { cause },
    )
  }
}

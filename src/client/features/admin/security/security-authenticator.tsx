import { useState } from 'react'
import { FailedPart } from '#client/features/admin/parts/failed-part.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortDay } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { Row, Stack } from '#client/ui/layout.tsx'
import { Skeleton } from '#client/ui/skeleton.tsx'
import { Status } from '#client/ui/status.tsx'
import { recoveryCodeCount } from '#shared/limits.ts'
import { securityMessages } from '#shared/messages/admin.ts'
import { SecurityCodes } from './security-codes.tsx'
import { SecurityRemoveDialog } from './security-remove-dialog.tsx'
import { SecuritySetup } from './security-setup.tsx'

type Setup = { secret: string; uri: string }

/** The second way in: adding it, replacing it, taking it away, and the codes for when the phone is lost. */
export function SecurityAuthenticator() {
  const [setup, setSetup] = useState<Setup | null>(null)
  const [codes, setCodes] = useState<readonly string[] | null>(null)
  const query = trpc.admin.authenticator.useQuery()
  const begin = useAdminMutation({
    area: 'authenticator',
    act: (admin) => admin.beginAuthenticator.mutate(),
    failed: securityMessages.addFailed,
    onDone: setSetup,
  })

  return (
    <section aria-labelledby="authenticator-heading" className="admin-section">
      <h2 id="authenticator-heading" className="admin-heading">
        {securityMessages.appHeading}
      </h2>
      {query.isError && <FailedPart query={query} />}
      {query.isPending && <Skeleton height="thumb" />}
      {query.data && (
        <Stack>
          <AppState {...query.data} />
          {codes && <SecurityCodes codes={codes} />}
          {setup ? (
            <SecuritySetup
              {...setup}
              onCancel={() => setSetup(null)}
              onAdded={(added) => {
                setSetup(null)
                setCodes(added)
              }}
            />
          ) : (
            <Row>
              <Button loading={begin.isPending} onClick={() => begin.mutate()}>
                {query.data.addedAt ? securityMessages.replace : securityMessages.begin}
              </Button>
              {query.data.addedAt && <RenewButton onRenewed={setCodes} />}
              {query.data.addedAt && <SecurityRemoveDialog onRemoved={() => setCodes(null)} />}
            </Row>
          )}
        </Stack>
      )}
    </section>
  )
}

function AppState({ addedAt, recoveryCodesLeft }: { addedAt: string | null; recoveryCodesLeft: number }) {
  if (addedAt === null) return <p>{securityMessages.appNone}</p>
  return (
    <>
      <Status kind="done">In use since {formatShortDay(addedAt)}</Status>
      <p>
        {recoveryCodesLeft} of {recoveryCodeCount} recovery codes left.
      </p>
    </>
  )
}

function RenewButton({ onRenewed }: { onRenewed: (codes: readonly string[]) => void }) {
  const renew = useAdminMutation({
    area: 'authenticator',
    act: (admin) => admin.renewRecoveryCodes.mutate(),
    failed: securityMessages.renewFailed,
    done: () => ({ title: securityMessages.renewed, tone: 'good' }),
    onDone: ({ recoveryCodes }) => onRenewed(recoveryCodes),
  })
  return (
    <Button loading={renew.isPending} onClick={() => renew.mutate()}>
      {securityMessages.renew}
    </Button>
  )
}

import { Note } from '#client/ui/alert.tsx'
import { Box, Page, Stack } from '#client/ui/layout.tsx'
import { refererLoginMessages, refererPortalMessages as words } from '#shared/messages/referer-portal.ts'
import type { RefererAccountOutput } from '#shared/schemas/referer-portal.ts'
import { PasswordForm } from './password-form.tsx'

/** A password that an admin set is known to two people, so the portal asks for another before anything else. */
export function OwnPassword({ account }: { account: RefererAccountOutput }) {
  return (
    <Page>
      <h1>{refererLoginMessages.title}</h1>
      <p className="lede">{account.name}</p>
      <Box className="lone-form">
        <Stack>
          <Note title="One thing first">{words.newPasswordNeeded}</Note>
          <PasswordForm code={account.referralCode} isMain />
        </Stack>
      </Box>
    </Page>
  )
}

import { expect, test } from 'vitest'
import { EMAILS } from '#emails/index.ts'
import { renderEmail } from '#emails/render.ts'

function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ')
}

test('a new address is confirmed by a link with its token encoded, and its time named', async () => {
  const token = `${'a'.repeat(60)}-b+/=`
  const { text } = await renderEmail('email-change', { ...EMAILS['email-change'].preview, token })
  expect(text).toContain(`https://shop.example.com/confirm-email?token=${'a'.repeat(60)}-b%2B%2F%3D`)
  expect(oneLine(text)).toContain('until 10:42 on 22 November 2026')
})

test('the owner of an address that another account wants gets a mail without a link', async () => {
  const { preview } = EMAILS['email-change']
  const { subject, text } = await renderEmail('email-change', { ...preview, token: null })
  expect(subject).toBe('Your address has an account already')
  expect(text).not.toContain('/confirm-email')
  expect(text).not.toContain(preview.username)
})

test('a second application while one waits gets a mail that the first one stands', async () => {
  const { preview } = EMAILS['application-received']
  const { subject, text } = await renderEmail('application-received', { ...preview, isAgain: true })
  expect(subject).toBe('Your referer application is waiting already')
  expect(oneLine(text)).toContain('The one that waits stands as it is')
})

test('the old address gets a mail before and after, each with the remedy that still works', async () => {
  const { preview } = EMAILS['email-changed']
  const asked = await renderEmail('email-changed', preview)
  const done = await renderEmail('email-changed', { ...preview, stage: 'done' })

  expect(asked.subject).toBe('Your email address is about to change')
  expect(oneLine(asked.text)).toContain('a change of your address to sam.new@example.com was asked for')
  expect(asked.text).toContain('https://shop.example.com/forgot-password')
  expect(done.subject).toBe('Your email address was changed')
  expect(oneLine(done.text)).toContain('reply to this email at once')
  // A new password would be mailed to the new address by now.
  expect(done.text).not.toContain('forgot-password')
})

test('a changed password says when and how', async () => {
  const { preview } = EMAILS['password-changed']
  const changed = await renderEmail('password-changed', preview)
  const reset = await renderEmail('password-changed', { ...preview, how: 'reset' })
  expect(oneLine(changed.text)).toContain('on 21 November 2026 at 10:42, on the account page')
  expect(oneLine(reset.text)).toContain('with the link mailed for it')
  const referer = await renderEmail('password-changed', { ...preview, account: 'referer' })
  expect(oneLine(referer.text)).toContain('at 10:42, in the referer portal, with the old password')
  expect(referer.text).toContain('https://shop.example.com/referer-reset-password')
})

test('the last mail names what is kept only where something is', async () => {
  const { preview } = EMAILS['account-erased']
  const kept = await renderEmail('account-erased', preview)
  const nothing = await renderEmail('account-erased', { ...preview, keepsDocuments: false })
  expect(oneLine(kept.text)).toContain('stay for six years after the accounting year')
  expect(nothing.text).not.toContain('six years')
})

import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { EmailPreviewScreen } from '#client/features/admin/campaigns/email-preview-screen.tsx'
import { backOffice, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'
import { loadSheet, openCampaign } from './campaign-fixtures.ts'

const MAILS = [
  { name: 'welcome', title: 'Welcome', subject: 'Your account is open' },
  { name: 'password-reset', title: 'Password reset', subject: 'Set a new password' },
]

function openPreview(answers: Parameters<typeof openCampaign>[0] = {}, at = '/email-preview') {
  return openCampaign(
    {
      emailPreviews: () => MAILS,
      emailPreview: ({ name }) => {
        const mail = MAILS.find((known) => known.name === name) ?? refuse('NOT_FOUND')
        return {
          ...mail,
          html: `<html><head></head><body><p>${mail.title}</p></body></html>`,
          text: mail.subject,
        }
      },
      ...answers,
    },
    {},
    { Screen: EmailPreviewScreen, at },
  )
}

async function findShown(title: string) {
  const frame = await screen.findByTitle<HTMLIFrameElement>(title)
  const sheet = loadSheet(frame)
  await waitFor(() => expect(sheet.querySelector('p')).not.toBeNull())
  return sheet.querySelector('p')?.textContent
}

describe('the preview of the shop’s own mails', () => {
  it('begins with the welcome, and shows another by its name', async () => {
    const { user } = openPreview()
    expect(await findShown('Your account is open')).toBe('Welcome')
    expect(screen.getByRole('link', { name: /^Welcome/, current: 'page' })).toBeVisible()
    expect(screen.getByRole('link', { name: 'Bulk email', current: 'page' })).toBeVisible()
    await user.click(screen.getByRole('link', { name: /^Password reset/ }))
    expect(await screen.findByRole('heading', { name: 'Password reset' })).toBeVisible()
    expect(await findShown('Set a new password')).toBe('Password reset')
    await user.selectOptions(screen.getByLabelText('Email'), 'Welcome')
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Plain text' }))
    expect(screen.getByRole('region', { name: /as plain text$/ })).toHaveTextContent('Your account is open')
  })

  it('says that there is no such mail', async () => {
    openPreview({}, '/email-preview?name=no-such')
    expect(await screen.findByText('The shop has no such email.')).toBeVisible()
    expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
  })

  it('can be tried again', async () => {
    let isBroken = true
    const { user } = openPreview({ emailPreviews: () => (isBroken ? breakDown() : MAILS) })
    await screen.findByText('An unexpected error occurred. Please try again.')
    isBroken = false
    await user.click(screen.getByRole('button', { name: 'Try again' }))
    expect(await screen.findByRole('heading', { name: 'Welcome' })).toBeVisible()
  })

  it('is closed to everybody else', async () => {
    backOffice({ session: () => SIGNED_OUT })
    openScreen({ Screen: EmailPreviewScreen, at: '/email-preview' })
    expect(await findElsewhere()).toBe('/admin-login')
  })
})

import { screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { watchDownloads } from '#tests/client/lib/downloads.ts'
import { findNotice, findPart, openPortal } from './open-portal.tsx'

const LINK = 'https://shop.example.com/?ref=HEDGEROW17'

it('gives the link as text and as QR code', async () => {
  openPortal()
  const part = await findPart('Hand out your code')
  expect(part.getByLabelText('Your link')).toHaveValue(LINK)
  expect(part.getByRole('img', { name: `QR code of ${LINK}` })).toBeVisible()
})

it('stands below what was earned; code and figures stand at the head of the page', async () => {
  const { user } = openPortal()
  const part = await findPart('Hand out your code')
  const payouts = await screen.findByRole('heading', { name: 'Payouts' })
  const [code] = screen.getAllByRole('textbox')
  expect(code).toBe(screen.getByLabelText('Your code'))
  expect(code).toHaveValue('HEDGEROW17')
  expect(screen.getByText('10% off for whoever uses it, 5% commission for you.')).toBeVisible()
  const inOrder = [screen.getByText('Total Unpaid'), code, payouts, part.getByLabelText('Your link')]
  inOrder.slice(1).forEach((element, index) => {
    expect(inOrder[index]?.compareDocumentPosition(element as Node)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
  })
  await user.click(screen.getByRole('link', { name: 'Link, QR code and poster' }))
  expect(location.hash).toBe('#hand-out')
})

it('copies, and where the browser does not allow it selects the text instead', async () => {
  const { user } = openPortal()
  const part = await findPart('Hand out your code')
  await user.click(part.getByRole('button', { name: 'Copy your link' }))
  expect(await navigator.clipboard.readText()).toBe(LINK)
  expect(await (await findNotice()).findByText('Copied')).toBeVisible()

  vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new DOMException('No', 'NotAllowedError'))
  await user.click(screen.getByRole('button', { name: 'Copy your code' }))
  expect(await (await findNotice()).findByText('Not copied')).toBeVisible()
  const input = screen.getByLabelText<HTMLInputElement>('Your code')
  expect(input.value.slice(input.selectionStart ?? 0, input.selectionEnd ?? 0)).toBe('HEDGEROW17')
})

it('saves the QR code as SVG and the poster of the server', async () => {
  const saved = watchDownloads()
  const { user } = openPortal({
    referer: { poster: () => ({ filename: 'poster-HEDGEROW17.pdf', contentBase64: btoa('%PDF-1.7') }) },
  })
  await user.click(await screen.findByRole('button', { name: 'QR code (SVG)' }))
  await user.click(screen.getByRole('button', { name: 'Poster (PDF)' }))
  await waitFor(() =>
    expect(saved.map(({ name }) => name)).toEqual(['referral-HEDGEROW17.svg', 'poster-HEDGEROW17.pdf']),
  )
})

it('says where a browser cannot draw the picture', async () => {
  vi.spyOn(HTMLCanvasElement.prototype, 'getContext').mockReturnValue(null)
  const { user } = openPortal()
  await user.click(await screen.findByRole('button', { name: 'QR code (PNG)' }))
  expect(await (await findNotice()).findByText('The picture could not be made')).toBeVisible()
})

it('names a link, and shares it by WhatsApp, mail and the phone’s own sheet', async () => {
  const shared: ShareData[] = []
  Object.assign(navigator, { share: async (data: ShareData) => void shared.push(data) })
  const { user } = openPortal()
  const part = await findPart('Hand out your code')
  await user.type(part.getByLabelText('Name of the link (optional)'), 'Spring newsletter')
  const link = `${LINK}&link=spring-newsletter`
  expect(part.getByLabelText('Your link')).toHaveValue(link)
  expect(part.getByRole('img', { name: `QR code of ${link}` })).toBeVisible()

  const text =
    'Ground school films for the UK PPL, 10% off with our code HEDGEROW17. We earn a commission on it.'
  const whatsApp = new URL(part.getByRole<HTMLAnchorElement>('link', { name: 'WhatsApp' }).href)
  expect([whatsApp.host, whatsApp.searchParams.get('text')]).toEqual(['wa.me', `${text} ${link}`])
  const mail = new URL(part.getByRole<HTMLAnchorElement>('link', { name: 'Email' }).href)
  expect([mail.protocol, mail.searchParams.get('body')]).toEqual(['mailto:', `${text} ${link}`])
  await user.click(part.getByRole('button', { name: 'Share' }))
  expect(shared).toEqual([{ title: 'Ground school films for the UK PPL', text, url: link }])
  Reflect.deleteProperty(navigator, 'share')
})

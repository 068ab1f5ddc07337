import { expect, it } from 'vitest'
import { mailForFrame } from '#client/features/admin/campaigns/components/mail-frame.tsx'

const MAIL =
  '<html><head><meta name="color-scheme" content="light dark"/><style>:root { color-scheme: light dark; } @media (prefers-color-scheme: dark) { p { color: #fff } } @media (max-width: 480px) { p { margin: 0 } }</style></head><body><p>Hi</p></body></html>'

it('is as dark as was chosen, whatever the screen is', () => {
  expect(mailForFrame(MAIL, { isDark: true })).toMatch(/color-scheme: dark;.*@media all \{ p \{ color/)
  expect(mailForFrame(MAIL, { isDark: false })).toMatch(/color-scheme: light;.*@media not all \{ p \{ color/)
})

it('opens links elsewhere, and leaves the rest as it is', () => {
  const shown = mailForFrame(MAIL, { isDark: false })
  expect(shown).toContain('<head><base target="_blank">')
  expect(shown).toContain('@media (max-width: 480px)')
})

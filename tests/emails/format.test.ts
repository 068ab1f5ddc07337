import { expect, test } from 'vitest'
import { hello, isMailable } from '#emails/format.ts'
import { EMAILS, type EmailName } from '#emails/index.ts'
import { renderEmail } from '#emails/render.ts'

test.each(['Sam', 'Zoë O’Neill', 'sam_reed-27', 'Łukasz Jr.', 'Анна', 'Hedgerow & Meadow (Flyers), North'])(
  'greets %s by name',
  (name) => {
    expect(hello(name)).toBe(`Hello ${name}.`)
  },
)

test.each([
  'claim.example.com',
  'www claim',
  'WWW.claim',
  'http claim',
  'https://claim',
  'claim . example . com',
  'claim。example',
  'claim\uFF0Eexample',
  'claim\uFF61example',
  'claim\u2024com',
  'claim\uA4F8com',
  'claim\uA78Fcom',
  'claim\u0660com',
  'claim·com',
  'claim dot com',
  'claim[.]com',
  'claim/prize',
  'claim@example',
  'xn--claim-9xa',
  'ｗｗｗ claim',
  'claim:8080',
])('greets no one with the name %s', (name) => {
  expect(isMailable(name)).toBe(false)
  expect(hello(name)).toBe('Hello.')
})

/** Mails that greet, and by which of their props. */
const named = Object.entries(EMAILS).flatMap(([template, { preview }]) => {
  const prop = ['username', 'name'].find((key) => key in preview)
  return prop === undefined ? [] : [{ template: template as EmailName, prop }]
})
/** To the instructor, who reads what a stranger typed. */
const TO_THE_INSTRUCTOR = ['contact-message', 'application-waiting', 'vat-registration-waiting']

test.each(named.filter(({ template }) => !TO_THE_INSTRUCTOR.includes(template)))(
  '$template mails no web address that was entered as a name',
  async ({ template, prop }) => {
    const props = { ...EMAILS[template].preview, [prop]: 'claim.example.org' }
    const { subject, html, text } = await renderEmail(template, props)
    expect(subject + html + text).not.toContain('claim.example.org')
    expect(text).toContain('Hello.')
  },
)

test('the instructor is not mailed a web address as the username of who wrote', async () => {
  const { preview } = EMAILS['contact-message']
  const account = { username: 'claim.example.org', email: 'sam@example.com' }
  const { text } = await renderEmail('contact-message', { ...preview, account })
  expect(text).not.toContain('claim.example.org')
  expect(text).toContain('sam@example.com')
})

import { describe, expect, test } from 'vitest'
import { EMAILS, type EmailName } from '#emails/index.ts'
import { previewSite } from '#emails/preview-site.ts'
import { EMAIL_PROPS, type EmailProps } from '#emails/props.ts'
import { renderEmail } from '#emails/render.ts'

const names = Object.keys(EMAIL_PROPS).filter((name): name is EmailName => name in EMAILS)

function preview<N extends EmailName>(name: N): EmailProps<N> {
  return EMAILS[name].preview
}

/** The same props with every free text made hostile; addresses, times and choices stay what they must be. */
function hostile(value: unknown, text: string, key = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => hostile(item, text))
  if (value !== null && typeof value === 'object') {
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, hostile(item, text, name)]))
  }
  return ['username', 'name', 'title', 'label', 'notes', 'wording', 'paymentMethod'].includes(key)
    ? text
    : value
}

test('every mail that can be queued is registered', () => {
  expect(Object.keys(EMAILS).sort()).toEqual(Object.keys(EMAIL_PROPS).sort())
})

describe.each(names)('%s', (name) => {
  test('has props that survive the outbox', () => {
    const { preview: props, props: schema } = EMAILS[name]
    expect(schema.parse(JSON.parse(JSON.stringify(props)))).toEqual(props)
  })

  test('says the same in HTML and text, with the trader in the foot', async () => {
    const { subject, html, text } = await renderEmail(name, preview(name))

    expect(subject).toMatch(/^\S.{3,75}$/)
    expect(html).toMatch(/^<!DOCTYPE html/)
    expect(html).toContain('prefers-color-scheme: dark')
    for (const part of [html, text.replace(/\s+/g, ' ')]) {
      expect(part).toContain(previewSite.name)
      expect(part).toContain(previewSite.address)
      expect(part).toContain(previewSite.email)
      expect(part).toContain(`Company number ${previewSite.companyNumber}`)
      expect(part).toContain(`VAT number ${previewSite.vatNumber}`)
    }
    expect(text).not.toMatch(/<\/?[a-z][^>]*>|undefined|null|NaN|\[object/)
  })

  test('leads to the shop alone', async () => {
    const { html, text } = await renderEmail(name, preview(name))
    const addresses = [...`${html} ${text}`.matchAll(/https?:\/\/[^\s"'<>]+/g)].map((match) => match[0])
    const foreign = addresses.filter((address) => !address.startsWith(`${previewSite.publicUrl}/`))
    expect(foreign.filter((address) => !address.startsWith('http://www.w3.org/'))).toEqual([])
  })

  test('lets nothing in a name become markup or another header', async () => {
    const text = 'Sam <script>alert(1)</script> "&\r\nBcc: x@example.com'
    const props = EMAILS[name].props.parse(hostile(EMAILS[name].preview, text))
    const mail = await renderEmail(name, props)

    expect(mail.subject).not.toMatch(/[\r\n]/)
    expect(mail.html).not.toContain('<script')
    expect(mail.html).not.toContain('alert(1)</')
  })

  test('names no VAT number and no company where the trader has none', async () => {
    const site = { ...previewSite, vatNumber: null, companyNumber: null }
    const { text } = await renderEmail(name, { ...preview(name), site })
    expect(text).not.toMatch(/VAT number|Company number/)
  })
})

test('refuses props of another mail', async () => {
  const props = { ...preview('welcome'), site: { ...previewSite, publicUrl: 'javascript:alert(1)' } }
  await expect(renderEmail('welcome', props)).rejects.toThrow()
})

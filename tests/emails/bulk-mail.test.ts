import { expect, it } from 'vitest'
import { previewSite } from '#emails/preview-site.ts'
import { renderBulkMail } from '#emails/render-bulk.ts'

async function rendered(html: string): Promise<string> {
  const unsubscribeUrl = 'https://example.com/unsubscribe'
  const mail = { site: previewSite, subject: 'Fog', html, text: null, reason: 'Because.', unsubscribeUrl }
  return (await renderBulkMail(mail)).html
}

it('a campaign of bare elements has the looks of the shop’s mails', async () => {
  const html = await rendered(
    '<h1>Fog</h1><p>Rain <a href="https://example.com/">here</a></p><p><a class="go" href="https://example.com/">Look</a></p><img src="https://example.com/a.png" alt="" />',
  )
  expect(html).toContain('<h1 class="ink" style="margin:0px;color:#13202b;font-size:28px;')
  expect(html).toContain('<p class="ink" style="margin:14px 0 0;')
  expect(html).toContain(
    '<a style="color:inherit;text-decoration:underline" href="https://example.com/">here</a>',
  )
  expect(html).toMatch(
    /<a class="go" style="display:inline-block;[^"]*font-weight:700;[^"]*" href="[^"]*">Look/,
  )
  expect(html).toContain('<img style="max-width:100%;height:auto" src=')
})

it('a campaign with looks of its own keeps them', async () => {
  const own =
    '<p style="color:red">Fog</p><a class="go" style="color:red" href="https://example.com/">Look</a>'
  expect(await rendered(own)).toContain(own)
})

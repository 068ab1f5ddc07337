import { Editor } from '@tiptap/core'
import { expect, it, onTestFinished } from 'vitest'
import { isKnown, MAIL_EXTENSIONS } from '#client/features/admin/campaigns/editor/mail-schema.ts'

function written(html: string): string {
  const editor = new Editor({ extensions: MAIL_EXTENSIONS, content: html, injectCSS: false })
  onTestFinished(() => editor.destroy())
  return editor.getHTML()
}

it.each([
  '<h1>News</h1><p>Fog <strong>is</strong> <em>here</em>.<br>Read on.</p>',
  '<h2>Exams</h2><ul><li><p>Air Law</p></li></ul><ol><li><p>Navigation</p></li></ol>',
  '<p><a href="https://example.com/a">Look</a></p>',
  '<p><a class="go" href="https://example.com/a">See the films</a></p>',
  '<img src="https://example.com/fog.png" alt="Fog">',
])('%s stays as it is', (html) => {
  expect(isKnown(html)).toBe(true)
  expect(written(html)).toBe(html)
})

it.each([
  '',
  'Words alone, <b>some</b> of them bold',
  '<p>\n  <i><b>Both</b></i> <strong>and <a href="https://example.com/">a link</a> </strong> more\n</p>\n\n<p>B</p>',
  '<ul>\n    <li>Air Law</li>\n    <li>Navigation <ol><li>Drift</li></ol></li>\n</ul>',
])('%s has nothing that would be lost', (html) => expect(isKnown(html)).toBe(true))

it('what a template makes keeps its words, links and buttons', () => {
  const template =
    '<h1 class="ink" style="margin:0">The shop is closed</h1><p class="ink" style="font-size:16px">From 1 to<br/>8 December.</p>' +
    '<p style="margin:22px 0"><a href="https://example.com/" class="go" style="background:#a8135f"><span></span><span style="max-width:100%">See the films</span><span></span></a></p>'
  expect(isKnown(template)).toBe(true)
  expect(written(template)).toBe(
    '<h1>The shop is closed</h1><p>From 1 to<br>8 December.</p><p><a class="go" href="https://example.com/">See the films</a></p>',
  )
})

it.each([
  '<table><tbody><tr><td>A</td></tr></tbody></table>',
  '<p style="color:red">A</p>',
  '<p>A <span style="color:red">red</span> word</p>',
  '<div>A</div>',
  '<h3>A</h3>',
  '<a href="https://example.com/"><img src="https://example.com/fog.png" alt="Fog"></a>',
  '<p><a href="https://example.com/"><img src="https://example.com/fog.png" alt="Fog"></a></p>',
  '<p><a href="https://example.com/" style="color:red">A</a></p>',
  '<img src="https://example.com/fog.png" style="width:50%">',
  '<p class="big">A <a class="go" href="https://example.com/">B</a></p>',
  '<p dir="rtl">A</p>',
  '<p lang="cy">A</p>',
  '<p title="B">A</p>',
  '<style>p { color: red }</style><p>A</p>',
  '<p>A</p><!--[if mso]><p>B</p><![endif]-->',
])('%s has more than the editor knows', (html) => expect(isKnown(html)).toBe(false))

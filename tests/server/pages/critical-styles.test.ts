import { expect, it } from 'vitest'
import { cutStyles, parseSheet } from '#server/pages/critical-styles.ts'

const cut = (css: string, ...classes: string[]) => cutStyles(parseSheet(css), new Set(classes))

it('a rule stays where a page has all classes of one of its selectors', () => {
  const css = '.a{top:0}.a .b{top:1px}.b,.c>.d:hover{top:2px}p{top:3px}'
  expect(cut(css, 'a')).toBe('.a{top:0}p{top:3px}')
  expect(cut(css, 'c', 'd')).toBe('.b,.c>.d:hover{top:2px}p{top:3px}')
})

it('what stands in brackets is not asked for', () => {
  const css = '.a:not(.b){top:0}:is(.b,.c:has(>.d)){top:1px}.b:is(p,.a){top:2px}'
  expect(cut(css, 'a')).toBe('.a:not(.b){top:0}:is(.b,.c:has(>.d)){top:1px}')
})

it('blocks stay with what is left in them, and go when that is nothing', () => {
  const css =
    '@layer ui,features;@layer ui{@media (width<44rem){.a{top:0}.b{top:0}}}@media print{.b{top:0}}@supports (top:0){.a{top:1px}}'
  expect(cut(css, 'a')).toBe(
    '@layer ui,features;@layer ui{@media (width<44rem){.a{top:0}}}@supports (top:0){.a{top:1px}}',
  )
})

it('movements stay, and rules within rules go with them', () => {
  const css =
    '@font-face{font-family:B;src:local("Arial")}@keyframes k{0%{top:0}to{top:1px}}.a{top:0;&:hover{top:1px}}'
  expect(cut(css, 'a')).toBe(css)
  expect(cut(css)).toBe(css.slice(0, css.indexOf('.a{')))
})

it('signs in quotes are no signs', () => {
  const css = `.a:before{content:"}";top:0}.b:after{content:'{\\'';top:1px}.c{top:2px}`
  expect(cut(css, 'a', 'c')).toBe('.a:before{content:"}";top:0}.c{top:2px}')
  expect(cut(css, 'b')).toBe(`.b:after{content:'{\\'';top:1px}`)
})

it('fonts that have to be fetched come with the whole sheet', () => {
  expect(cut('@font-face{font-family:A;src:url(/a.woff2)}p{top:0}')).toBe('p{top:0}')
})

import { expect, test } from 'vitest'
import { commissionExample } from '#client/features/pages/commission-terms-screen.tsx'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'

test.each([
  [
    0.2,
    'the package with 10% off is £306, which is £255 before VAT. Less the usual fee of a UK card, £4.79, that leaves £250.21; 5% of it is £12.51.',
  ],
  [
    0,
    'the package with 10% off is £306. Less the usual fee of a UK card, £4.79, that leaves £301.21; 5% of it is £15.06.',
  ],
])('at a VAT rate of %d the example of a commission reads so', (vatRate, words) => {
  expect(commissionExample(makePageData({ vatRate }))).toBe(words)
})

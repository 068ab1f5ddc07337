import { screen } from '@testing-library/react'
import { expect, it } from 'vitest'
import { trpc } from '#client/lib/trpc.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { makePageData } from '#tests/client/app/page-data-fixture.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { fakeServer, loseNetwork } from '#tests/support/fake-server.ts'

function Terms() {
  const { terms, seller } = usePageData()
  const utils = trpc.useUtils()
  return (
    <button type="button" onClick={() => utils.catalog.page.invalidate()}>
      {terms.singleMonths} months from {seller.name}
    </button>
  )
}

it('gives the catalog of the page without a call, and reads it again after a change', async () => {
  const { videos, terms, promo, snippets } = makePageData()
  let isLost = true
  const server = fakeServer({
    catalog: {
      page: () =>
        isLost ? loseNetwork() : { videos, terms: { ...terms, singleMonths: 6 }, promo, snippets },
    },
  })
  const user = openScreen({ Screen: Terms, at: '/' })
  const press = () => user.click(screen.getByRole('button'))
  expect(screen.getByRole('button')).toHaveTextContent('3 months from Made-up Films Ltd')
  expect(server.inputsOf('catalog.page')).toEqual([])
  await press()
  await expect.poll(() => server.inputsOf('catalog.page')).toHaveLength(1)
  expect(screen.getByRole('button'), 'without an answer it stays').toHaveTextContent('3 months')
  isLost = false
  await press()
  expect(await screen.findByText('6 months from Made-up Films Ltd')).toBeVisible()
})

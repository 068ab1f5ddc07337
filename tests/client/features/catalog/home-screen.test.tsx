import { screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { cartItems } from '#client/lib/stored.ts'
import { pence } from '#shared/money/money.ts'
import { makePageData, makePreview } from '#tests/client/app/page-data-fixture.ts'
import { renderShop } from '#tests/client/app/render-shop.tsx'

const { videos, terms } = makePageData()

async function openHome(...args: Parameters<typeof renderShop>) {
  const shop = renderShop(...args)
  await screen.findByRole('heading', { level: 1, name: 'Seven films for your private pilot theory' })
  return shop
}

function panelOf(title: string) {
  const panel = screen.getByRole('heading', { name: title, level: 3 }).closest('article')
  if (!panel) throw new Error(`No panel for ${title}`)
  return within(panel)
}

test('seven videos, each with minutes, price and a page of its own', async () => {
  await openHome()
  for (const video of videos) {
    const panel = panelOf(video.title)
    expect(panel.getByText(`${video.duration} minutes`)).toBeVisible()
    expect(panel.getByText(video.pricePence === 4000 ? '£40' : '£60')).toBeVisible()
    expect(panel.getByRole('link', { name: video.title })).toHaveAttribute('href', `/videos/${video.slug}`)
  }
})

test('a title too long for the chart gives way to its subject there', async () => {
  const title = 'Air Law, with everything the examiner asks'
  await openHome({
    data: { videos: videos.map((video, index) => (index === 0 ? { ...video, title } : video)) },
  })
  const names = [...document.querySelectorAll('.chart-title')].map(({ textContent }) => textContent)
  expect(names.slice(0, 2)).toEqual(['Air Law', 'Navigation'])
  expect(panelOf(title).getByText('£60')).toBeVisible()
})

test('what the package saves is computed from the prices', async () => {
  await openHome({ data: { terms: { ...terms, collectionDiscountPence: pence(5_500) } } })
  expect(screen.getAllByText('£325', { selector: '.price-figure' })).toHaveLength(2)
  expect(screen.getByText(/£55 less than buying them one by one/)).toBeVisible()
})

test('without VAT nothing is said about it', async () => {
  await openHome({ data: { vatRate: 0 } })
  expect(screen.queryByText(/VAT/, { selector: 'main *' })).toBeNull()
})

test('the detail dialog adds to the cart, and then shows the cart', async () => {
  const { user } = await openHome()
  await user.click(screen.getByRole('link', { name: 'Meteorology' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Meteorology' }))
  expect(dialog.getByText('£60, VAT included')).toBeVisible()
  expect(dialog.getByText('3 months from the day you buy it')).toBeVisible()
  await user.click(dialog.getByRole('button', { name: 'Add to Cart, £60' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(panelOf('Meteorology').getByText('In Cart')).toBeVisible()
  expect(cartItems.read()).toMatchObject([{ video: { id: 3, price: '60.00' }, quantity: 1 }])

  await user.click(screen.getByRole('link', { name: 'Meteorology' }))
  await user.click(await screen.findByRole('button', { name: 'Already in Cart' }))
  expect(screen.getByRole('dialog', { name: 'Your Cart' })).toBeVisible()
  expect(screen.queryByRole('dialog', { name: 'Meteorology' })).toBeNull()
})

test('Cancel closes the dialog and changes nothing', async () => {
  const { user } = await openHome()
  await user.click(screen.getByRole('link', { name: 'Meteorology' }))
  await user.click(await screen.findByRole('button', { name: 'Cancel' }))
  expect(screen.queryByRole('dialog')).toBeNull()
  expect(cartItems.read()).toBeNull()
})

test('the page of a video offers the same', async () => {
  const { user } = renderShop({ at: '/videos/communications' })
  expect(await screen.findByRole('heading', { level: 1, name: 'Communications' })).toBeVisible()
  await user.click(screen.getByRole('button', { name: 'Add to Cart, £40' }))
  expect(screen.getByRole('button', { name: 'Already in Cart: view it' })).toBeVisible()
})

test('the last missing video earns the collection discount and says so', async () => {
  cartItems.write(videos.slice(0, 6).map((video) => ({ video, quantity: 1 as const })))
  const { user } = await openHome()
  await user.click(screen.getByRole('link', { name: 'Communications' }))
  await user.click(await screen.findByRole('button', { name: 'Add to Cart, £40' }))
  expect(await screen.findByText('Complete Collection Bonus!')).toBeVisible()
  expect(screen.getByText('£40 bundle discount applied for completing your collection!')).toBeVisible()
})

const preview = makePreview({ captionsUrl: '/previews/navigation.vtt' })

test('free pieces and introduction are offered where there are some, with captions', async () => {
  const { user } = await openHome({
    data: { snippets: [preview], promo: { ...preview, title: 'Introduction' } },
  })
  expect(screen.getByRole('button', { name: 'Watch the introduction' })).toBeVisible()
  const section = screen.getByRole('heading', { name: 'A piece of each, free' }).closest('section')
  if (!section) throw new Error('No section of free pieces')
  await user.click(within(section).getByRole('button', { name: 'Navigation' }))
  const dialog = await screen.findByRole('dialog', { name: 'Navigation: a free piece' })
  expect(dialog.querySelector('video')).toHaveAttribute('src', preview.src)
  expect(dialog.querySelector('track')).toHaveAttribute('src', preview.captionsUrl)
})

test('where there are none nothing is promised', async () => {
  await openHome()
  expect(screen.queryByRole('heading', { name: 'A piece of each, free' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Watch the introduction' })).toBeNull()
})

test('the words stand before the chart: shown while the page comes, it would push the chart down', async () => {
  renderShop()
  const heading = await screen.findByRole('heading', { level: 1 })
  const chart = document.querySelector('.hero-chart')
  expect(chart && heading.compareDocumentPosition(chart)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
})

import type { Page } from 'playwright-core'
import { keepNotice, lengthenTitles } from '../interrupt.ts'
import type { State } from '../state.ts'
import { cartOf, codeOf } from './keep.ts'

const openCart = async ({ page }: { page: Page }) => {
  await page.getByRole('banner').getByRole('button', { name: /^Cart/ }).click()
  await page.getByRole('dialog', { name: 'Your Cart' }).waitFor()
}

const cart = { role: 'visitor', route: '/', act: openCart, isOverlay: true } as const

/** The home page, a video, the cart. */
export const storefrontStates: readonly State[] = [
  { role: 'visitor', route: '/', name: 'open', hasExtras: true },
  { role: 'student-some', route: '/', name: 'owns-some' },
  { role: 'student-all', route: '/', name: 'owns-all' },
  {
    role: 'visitor',
    route: '/',
    name: 'long-titles',
    before: ({ page }) => lengthenTitles(page),
    // Sentences that the script holds have the short title, so that it renders the page again.
    complains: true,
  },
  {
    role: 'visitor',
    route: '/',
    name: 'consent',
    storage: () => ({ analytics_consent: '' }),
    ready: 'text=May your visits be counted?',
  },
  {
    role: 'visitor',
    route: '/',
    name: 'menu',
    isOverlay: true,
    widths: [390],
    act: ({ page }) => page.setViewportSize({ width: 390, height: 844 }).then(() => openMenu(page)),
  },
  {
    role: 'student-some',
    route: '/',
    name: 'menu',
    isOverlay: true,
    widths: [390],
    act: ({ page }) => page.setViewportSize({ width: 390, height: 844 }).then(() => openMenu(page)),
  },
  {
    role: 'visitor',
    route: '/',
    name: 'film-dialog',
    isOverlay: true,
    hasExtras: true,
    act: async ({ page }) => {
      await page.locator('#videos').getByRole('link', { name: 'Meteorology' }).click()
      await page.getByRole('dialog', { name: 'Meteorology' }).waitFor()
    },
  },
  {
    role: 'visitor',
    route: '/',
    name: 'preview',
    isOverlay: true,
    act: async ({ page }) => {
      await page.locator('.hero-inset').click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    role: 'visitor',
    route: '/',
    name: 'notice',
    isOverlay: true,
    act: async ({ page }) => {
      await page.locator('#pricing').getByRole('button', { name: 'Add the Complete Package' }).click()
      await keepNotice(page)
    },
  },
  {
    role: 'visitor',
    route: '/',
    name: 'focus',
    isOverlay: true,
    act: async ({ page }) => {
      await page.locator('#videos').getByRole('link', { name: 'Meteorology' }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
    },
  },
  {
    role: 'visitor',
    route: '/',
    name: 'focus-on-dark',
    isOverlay: true,
    act: async ({ page }) => {
      await page.locator('#videos').getByRole('button', { name: 'Add the Complete Package' }).focus()
      await page.keyboard.press('Shift+Tab')
      await page.keyboard.press('Tab')
    },
  },
  { ...cart, name: 'cart-empty' },
  { ...cart, name: 'cart-two', storage: (world) => cartOf(world, [2, 3]), hasExtras: true },
  {
    ...cart,
    name: 'cart-package-code',
    storage: (world) => ({ ...cartOf(world, [1, 2, 3, 4, 5, 6, 7]), ...codeOf('HEDGEROW17', true) }),
    act: async (stage) => {
      await openCart(stage)
      await stage.page.locator('#cart').getByText('Hedgerow Flying Club: 10% off').waitFor()
    },
  },
  {
    ...cart,
    name: 'cart-code-refused',
    storage: (world) => cartOf(world, [2]),
    complains: true,
    act: async (stage) => {
      await openCart(stage)
      await stage.page.getByLabel('Club code').fill('HEDGROW71')
      await stage.page.getByRole('button', { name: 'Apply' }).click()
      await stage.page.locator('#cart').getByText('Please check your referral code and try again.').waitFor()
    },
  },
  { role: 'visitor', route: '/videos/:slug', name: 'open', address: '/videos/meteorology', hasExtras: true },
  {
    role: 'visitor',
    route: '/videos/:slug',
    name: 'in-cart',
    address: '/videos/aircraft-general',
    storage: (world) => cartOf(world, [1, 2, 3, 4, 5, 6, 7]),
  },
  { role: 'student-some', route: '/videos/:slug', name: 'owned', address: '/videos/navigation' },
  {
    role: 'visitor',
    route: '/videos/:slug',
    name: 'unknown',
    address: '/videos/hot-air-balloons',
    complains: true,
  },
]

async function openMenu(page: Page): Promise<void> {
  await page.getByRole('banner').getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('dialog').waitFor()
}

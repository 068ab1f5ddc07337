import type { Page } from 'playwright-core'
import { breakCalls, hold } from '../interrupt.ts'
import type { Stage, State } from '../state.ts'

/** The button of a video says how far it was watched, and every state watches on. */
const METEOROLOGY = /^(Start|Continue|Replay) Meteorology$/
const player = { role: 'student-all', route: '/dashboard', ready: '.video-rows li', isOverlay: true } as const

/** The video window. Its pictures stand still but in "playing". */
export const playerStates: readonly State[] = [
  { ...player, name: 'player-playing', act: ({ page }) => play(page) },
  { ...player, name: 'player-paused', act: ({ page }) => pause(page), hasExtras: true },
  {
    ...player,
    name: 'player-focus',
    widths: [1440],
    act: async ({ page }) => {
      await page.setViewportSize({ width: 1440, height: 900 })
      await pause(page)
      await page.getByRole('button', { name: 'Play', exact: true }).focus()
      await page.keyboard.press('Tab')
      await page.keyboard.press('Shift+Tab')
    },
  },
  { ...player, name: 'player-captions', act: (stage) => press(stage, 'c') },
  { ...player, name: 'player-notes', act: ({ page }) => openTab(page, 'Notes') },
  { ...player, name: 'player-note-written', act: (stage) => press(stage, 'n') },
  {
    ...player,
    name: 'player-transcript',
    act: async ({ page }) => {
      await openTab(page, 'Transcript')
      await page.getByRole('searchbox', { name: 'Search the transcript' }).fill('cumulonimbus')
    },
  },
  { ...player, name: 'player-settings', act: (stage) => press(stage, 's') },
  { ...player, name: 'player-keys', act: (stage) => press(stage, '?') },
  { ...player, name: 'player-next', act: (stage) => press(stage, '9', 'l', 'l', 'l') },
  {
    ...player,
    name: 'player-loading',
    act: async ({ page }) => {
      await hold(page, 'access|open')
      await page.getByRole('button', { name: METEOROLOGY }).click()
      await page.getByRole('dialog').waitFor()
    },
  },
  {
    ...player,
    name: 'player-fault',
    complains: true,
    act: async ({ page }) => {
      await breakCalls(page, 'access|open')
      await page.getByRole('button', { name: METEOROLOGY }).click()
      await page
        .getByRole('dialog')
        .getByRole('heading', { level: 3 })
        .or(page.getByRole('button', { name: 'Try again' }))
        .first()
        .waitFor()
    },
  },
  {
    ...player,
    name: 'player-line-gone',
    complains: true,
    act: async ({ page }) => {
      await pause(page)
      await page.context().setOffline(true)
      await page.locator('video').dispatchEvent('error')
      await page.getByRole('heading', { name: 'The film has stopped' }).waitFor()
    },
  },
  {
    ...player,
    name: 'player-denied',
    act: async ({ page, world }) => {
      await page.getByRole('button', { name: /Communications$/ }).waitFor()
      const where = `"studentId" = $1 and "videoId" = 7`
      await world.db.query(`update "Entitlement" set "revokedAt" = "startsAt" where ${where}`, [
        world.students.all.id,
      ])
      await page.getByRole('button', { name: /Communications$/ }).click()
      await page.getByRole('heading', { name: 'Access Denied' }).waitFor()
    },
  },
]

async function play(page: Page): Promise<void> {
  await page.getByRole('button', { name: METEOROLOGY }).click()
  await page.getByRole('dialog', { name: 'Meteorology' }).waitFor()
  await page.waitForFunction(() => {
    const video = document.querySelector('video')
    return video !== null && video.readyState >= 2 && !video.paused && !video.seeking
  })
}

async function pause(page: Page): Promise<void> {
  await play(page)
  await page.keyboard.press('k')
  await page
    .locator('.toast')
    .waitFor({ state: 'detached', timeout: 10_000 })
    .catch(() => {})
}

async function press({ page }: Stage, ...keys: string[]): Promise<void> {
  await pause(page)
  for (const key of keys) await page.keyboard.press(key)
}

async function openTab(page: Page, name: string): Promise<void> {
  await pause(page)
  await page.getByRole('tab', { name }).click()
}

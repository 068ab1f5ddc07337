import type { Page } from 'playwright-core'
import type { State } from '../state.ts'

const bulk = { role: 'admin', route: '/bulk-email' } as const

/** Bulk email and the previews of every mail. */
export const campaignStates: readonly State[] = [
  { ...bulk, name: 'empty' },
  { ...bulk, name: 'template', act: ({ page }) => page.getByRole('tab', { name: 'Use Template' }).click() },
  { ...bulk, name: 'preview', act: ({ page }) => compose(page) },
  {
    ...bulk,
    name: 'faults',
    act: async ({ page }) => {
      await compose(page)
      await page.getByRole('form').getByLabel('Recipients').selectOption('custom')
      await page.getByLabel('Email addresses').fill('kim@example.com\nnobody\nKIM@example.com')
      await page.getByText('No email address: nobody').waitFor()
    },
  },
  { role: 'admin', route: '/email-preview', name: 'welcome', ready: 'iframe' },
  {
    role: 'admin',
    route: '/email-preview',
    name: 'payment',
    ready: 'iframe',
    act: ({ page }) => choose(page, 'Payment confirmation'),
  },
  {
    role: 'admin',
    route: '/email-preview',
    name: 'referer',
    ready: 'iframe',
    act: ({ page }) => choose(page, 'Referer welcome'),
  },
]

async function compose(page: Page): Promise<void> {
  await page.getByRole('tab', { name: 'Use Template' }).click()
  await page.getByLabel('Template', { exact: true }).last().selectOption('courseUpdate')
  await page.getByLabel('Course name').fill('Meteorology')
  await page
    .getByLabel('Update details')
    .fill('The chapter on fog is new.\n\nIf the film is yours, it is there already.')
  await page.getByRole('button', { name: 'Generate Template' }).click()
  await page.frameLocator('iframe').getByRole('heading', { name: 'Meteorology has changed' }).waitFor()
}

async function choose(page: Page, mail: string): Promise<void> {
  await page.getByRole('navigation', { name: 'Emails' }).getByText(mail, { exact: true }).click()
  await page.getByRole('heading', { name: mail }).waitFor()
}

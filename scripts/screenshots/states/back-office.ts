import { hold } from '../interrupt.ts'
import type { Stage, State } from '../state.ts'

const orders = { role: 'admin', route: '/admin/orders' } as const
const order = {
  role: 'admin',
  route: '/admin/orders/:orderId',
  address: ({ orderId }) => `/admin/orders/${orderId}`,
  ready: 'table',
} as const satisfies Partial<State>
const student = {
  role: 'admin',
  route: '/admin/orders/students/:studentId',
  address: ({ students }) => `/admin/orders/students/${students.some.id}`,
  ready: 'table',
} as const satisfies Partial<State>
const catalog = { role: 'admin', route: '/admin/catalogue', ready: 'table' } as const

/** Orders, catalog, operations, security. */
export const backOfficeStates: readonly State[] = [
  { ...orders, name: 'list', ready: 'table' },
  { ...orders, name: 'found', address: '/admin/orders?q=sasha', ready: 'table' },
  {
    ...orders,
    name: 'nothing',
    address: '/admin/orders?q=nobody-is-called-this',
    ready: 'text=Nothing found',
  },
  { ...orders, name: 'loading', before: ({ page }) => hold(page, 'admin'), ready: '.skeleton, .spinner' },
  { ...order, name: 'open', hasExtras: true },
  { ...order, name: 'refund', isOverlay: true, act: (stage) => open(stage, 'Refund') },
  { ...order, name: 'extend', isOverlay: true, act: (stage) => open(stage, /^Extend access to/) },
  { ...student, name: 'open' },
  { ...student, name: 'grant', isOverlay: true, act: (stage) => open(stage, 'Grant access') },
  {
    ...student,
    name: 'new',
    address: ({ students }) => `/admin/orders/students/${students.new.id}`,
    ready: 'h2',
  },
  { ...catalog, name: 'open' },
  { ...catalog, name: 'film', isOverlay: true, act: (stage) => open(stage, 'Edit Air Law') },
  {
    ...catalog,
    name: 'files',
    isOverlay: true,
    act: async (stage) => {
      await open(stage, 'Edit Air Law')
      await stage.page.getByRole('tab', { name: 'Files' }).click()
    },
  },
  { ...catalog, name: 'terms', isOverlay: true, act: (stage) => open(stage, 'Edit terms') },
  { role: 'admin', route: '/admin/bookkeeping', name: 'open', ready: 'table' },
  { role: 'admin', route: '/admin/attention', name: 'open', ready: 'main h2' },
  { role: 'admin', route: '/admin/questions', name: 'open', ready: 'main h2' },
  { role: 'admin', route: '/admin/operations', name: 'open', ready: 'table' },
  { role: 'admin', route: '/admin/security', name: 'open', ready: 'table' },
  {
    role: 'admin',
    route: '/admin/security',
    name: 'setup',
    ready: 'table',
    act: async ({ page }) => {
      await page.getByRole('button', { name: 'Add an authenticator app' }).click()
      await page.getByRole('img', { name: 'QR code of the key' }).waitFor()
    },
  },
]

async function open({ page }: Stage, name: string | RegExp): Promise<void> {
  await page
    .getByRole('button', { name, ...(typeof name === 'string' && { exact: true }) })
    .first()
    .click()
  await page.getByRole('dialog').first().waitFor()
}

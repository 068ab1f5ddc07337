import { TRPCClientError } from '@trpc/client'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { scriptErrorInput } from '#shared/schemas/browser-errors.ts'

const beacon = vi.fn<(url: string, body: string) => boolean>(() => true)

beforeEach(async () => {
  vi.resetModules()
  Object.defineProperty(navigator, 'sendBeacon', { value: beacon, configurable: true })
  window.history.replaceState(null, '', '/checkout?order=secret')
})
afterEach(() => {
  beacon.mockClear()
  Reflect.deleteProperty(navigator, 'sendBeacon')
})

const load = () => import('#client/lib/send-error.ts')

test('an error is told with its frames and the page without its query', async () => {
  const { sendError } = await load()
  const error = new TypeError('x is not a function')
  sendError(error)
  const [url, body] = beacon.mock.calls[0] ?? ['', '{}']
  expect(url).toBe('/api/browser-errors')
  expect(JSON.parse(body)).toEqual({
    message: 'x is not a function',
    stack: error.stack,
    page: '/checkout',
    script: expect.stringContaining('send-error'),
  })
})

test('an error with more frames than the shop reads keeps the first ones', async () => {
  const { sendError } = await load()
  const error = new RangeError('too deep')
  const frame = 'again@https://shop.example/assets/shop-abcdefgh.js:1:2\n'
  error.stack = frame.repeat(200)
  sendError(error)
  const sent = scriptErrorInput.parse(JSON.parse(beacon.mock.calls[0]?.[1] ?? '{}'))
  expect(sent.message).toBe('too deep')
  expect(sent.stack.startsWith(frame)).toBe(true)
})

test('what no code caught is told: errors and rejected promises', async () => {
  const { watchErrors } = await load()
  watchErrors()
  dispatchEvent(new ErrorEvent('error', { error: new Error('loose') }))
  dispatchEvent(Object.assign(new Event('unhandledrejection'), { reason: new Error('rejected') }))
  expect(beacon.mock.calls.map(([, body]) => JSON.parse(body).message)).toEqual(['loose', 'rejected'])
})

test('what the server refused is not told, nor a sixth error', async () => {
  const { sendError } = await load()
  sendError(new TRPCClientError('Refused'))
  sendError('no error')
  for (let n = 0; n < 7; n++) sendError(new Error(`again ${n}`))
  expect(beacon).toHaveBeenCalledTimes(5)
})

import { afterEach, beforeEach, describe, expect, it, test, vi } from 'vitest'
import { keepDraft } from '#client/features/referer/application/use-application.ts'
import { PAGE_FILES_ID, type PageFiles } from '#client/site/page-data.ts'

/** What a script of an earlier test listens to would answer in this one. */
let listeners: AbortController

beforeEach(() => {
  listeners = new AbortController()
  const { signal } = listeners
  const listen = window.addEventListener.bind(window)
  vi.stubGlobal('addEventListener', (kind: string, listener: EventListener, options?: object) =>
    listen(kind, listener, { ...options, signal }),
  )
})

afterEach(() => {
  listeners.abort()
  vi.restoreAllMocks()
  vi.useRealTimers()
  vi.unstubAllGlobals()
  vi.doUnmock('#client/main.tsx')
  history.replaceState(null, '', '/')
  document.documentElement.removeAttribute('data-waking')
  document.head.replaceChildren()
  document.body.replaceChildren()
})

/** As the server writes it. */
const FILES: PageFiles = {
  main: '/src/client/main.tsx',
  scripts: ['/assets/home.js'],
  styles: [],
  wakesAtOnce: false,
}

async function open(start: () => Promise<void>, files: PageFiles = FILES) {
  vi.resetModules()
  vi.doMock('#client/main.tsx', () => ({ start }))
  document.body.innerHTML = '<div id="root"><button type="button">Cart</button></div>'
  const island = document.createElement('script')
  island.id = PAGE_FILES_ID
  island.type = 'application/json'
  island.textContent = JSON.stringify(files)
  document.body.append(island)
  await import('#client/wake.ts')
}

const hrefs = () => Array.from(document.querySelectorAll('link'), (link) => link.getAttribute('href'))

function press() {
  const pressed = vi.fn()
  const cart = document.querySelector('button')
  cart?.addEventListener('click', pressed)
  cart?.click()
  return { cart, pressed }
}

function addLink(follow = (event: Event) => event.preventDefault()) {
  const followed = vi.fn(follow)
  const link = document.createElement('a')
  link.href = '/support'
  link.addEventListener('click', followed)
  document.querySelector('#root')?.append(link)
  return { link, followed }
}

/** The press of something else has the scripts fetched; here they come. */
function comeAll() {
  document.querySelector('button')?.dispatchEvent(new Event('pointerdown', { bubbles: true }))
  for (const link of document.querySelectorAll('link[rel="modulepreload"]')) {
    link.dispatchEvent(new Event('load'))
  }
}

/** The page's first frame, and what follows it. */
const shown = () => new Promise((tell) => requestAnimationFrame(() => setTimeout(tell)))

test.each([
  ['/referer-register', true],
  ['/', false],
])('a half-filled application that waits at %s wakes the page by itself: %s', async (at, isAwake) => {
  const start = vi.fn()
  keepDraft({ fullName: 'Sam Sample' })
  history.replaceState(null, '', at)
  await open(start)
  await shown()
  await vi.dynamicImportSettled()
  expect(start).toHaveBeenCalledTimes(isAwake ? 1 : 0)
})

test.each(['shown', 'whose frames never come', 'in the background'])('a screen %s starts', async (how) => {
  const isHidden = how === 'in the background'
  vi.spyOn(document, 'hidden', 'get').mockReturnValue(isHidden)
  const paint = vi.fn<(show: () => void) => void>()
  vi.stubGlobal('requestAnimationFrame', paint)
  const start = vi.fn()
  await open(start, { ...FILES, wakesAtOnce: true })
  expect(hrefs()).toHaveLength(isHidden ? 2 : 0)
  if (how === 'shown') for (const [show] of paint.mock.calls) show()
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce(), 10_000)
})

test.each([true, false])("one person's screen (%s) or a kept code wakes by itself", async (wakesAtOnce) => {
  const start = vi.fn()
  if (!wakesAtOnce)
    localStorage.setItem('referral_code', JSON.stringify({ code: 'HEDGEROW17', isApplied: true }))
  await open(start, { ...FILES, wakesAtOnce })
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
})

test('a press that waits is shown as heard, and said, until it happens', async () => {
  let arrive = () => {}
  const arrived = new Promise<void>((resolve) => {
    arrive = resolve
  })
  await open(() => arrived)
  const { cart, pressed } = press()
  expect(cart?.getAttribute('aria-busy')).toBe('true')
  expect(document.documentElement.hasAttribute('data-waking')).toBe(true)
  expect(document.querySelector('[role="status"]')?.textContent).toBe('Loading…')
  arrive()
  await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
  expect(cart?.hasAttribute('aria-busy')).toBe(false)
  expect(document.documentElement.hasAttribute('data-waking')).toBe(false)
  expect(document.querySelector('[role="status"]')).toBeNull()
})

test.each([
  [false, ['/src/client/main.tsx', '/assets/home.js']],
  [true, []],
])('the script is fetched behind the page, unless bytes are to be saved (%s)', async (saveData, expected) => {
  vi.stubGlobal('navigator', { onLine: true, connection: { saveData } })
  vi.useFakeTimers()
  const start = vi.fn()
  await open(start)
  window.dispatchEvent(new Event('load'))
  vi.advanceTimersByTime(1)
  const links = hrefs()
  expect(links).toEqual(expected)
  expect(start).not.toHaveBeenCalled()
})

test('the whole sheet is fetched once the page has been shown', async () => {
  const paint = vi.fn<(show: () => void) => void>()
  vi.stubGlobal('requestAnimationFrame', paint)
  await open(vi.fn(), { ...FILES, styles: ['/assets/first.css', '/assets/main.css'] })
  expect(hrefs()).toEqual([])
  paint.mock.calls[0]?.[0]()
  await vi.waitFor(() => expect(hrefs()).toEqual(['/assets/first.css']))
})

test('a page that is touched before it has been shown starts once its one sheet is there', async () => {
  const paint = vi.fn<(show: () => void) => void>()
  vi.stubGlobal('requestAnimationFrame', paint)
  const start = vi.fn()
  await open(start, { ...FILES, styles: ['/assets/first.css'] })
  const sheets = () => [...document.querySelectorAll('link[rel="stylesheet"]')]
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }))
  const [sheet] = await vi.waitFor(() => {
    expect(sheets()).toHaveLength(1)
    return sheets()
  })
  vi.useFakeTimers()
  paint.mock.calls[0]?.[0]()
  vi.runAllTimers()
  vi.useRealTimers()
  expect(sheets()).toHaveLength(1)
  expect(sheets()[0]).toBe(sheet)
  sheet?.dispatchEvent(new Event('load'))
  await vi.waitFor(() => expect(start).toHaveBeenCalledOnce())
})

describe('a load that fails', () => {
  const lost = () => Promise.reject(new TypeError('Failed to fetch'))
  const notice = () => document.querySelector('[role="alert"]')?.textContent ?? null

  async function pressCart(start: () => Promise<void>, files?: PageFiles) {
    await open(start, files)
    const cart = press()
    await vi.waitFor(() => expect(notice()).not.toBeNull())
    return cart
  }

  it('is said, and the next press is another try, which does what was pressed', async () => {
    const start = vi.fn<() => Promise<void>>().mockImplementationOnce(lost).mockResolvedValue()
    const { cart, pressed } = await pressCart(start)
    expect(notice()).toContain('This page has not loaded completely')
    expect(pressed).not.toHaveBeenCalled()
    cart?.click()
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
    expect(notice()).toBeNull()
    expect(start).toHaveBeenCalledTimes(2)
  })

  it('is tried again when the connection is back, and the press that waited happens once', async () => {
    const start = vi.fn<() => Promise<void>>().mockImplementationOnce(lost).mockResolvedValue()
    const { pressed } = await pressCart(start)
    window.dispatchEvent(new Event('online'))
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
    expect(notice()).toBeNull()
  })

  it('is tried again by itself, each time after a longer wait', async () => {
    vi.useFakeTimers()
    const at: number[] = []
    const start = vi.fn<() => Promise<void>>(() => {
      at.push(Date.now())
      return lost()
    })
    const { pressed } = await pressCart(start)
    async function waitForTry() {
      await vi.advanceTimersToNextTimerAsync()
      await vi.dynamicImportSettled()
    }
    while (at.length < 9) await waitForTry()
    const waits = at.slice(1).map((time, index) => (time - (at[index] ?? 0)) / 1_000)
    expect(waits).toEqual([1, 2, 4, 8, 16, 32, 60, 60])
    expect(pressed).not.toHaveBeenCalled()
    start.mockResolvedValue()
    await waitForTry()
    expect(pressed).toHaveBeenCalledOnce()
  })

  it('asks again for a style sheet that came to nothing, and waits for it', async () => {
    const start = vi.fn<() => Promise<void>>().mockResolvedValue()
    const sheet = () => document.querySelector<HTMLLinkElement>('link[href="/assets/main.css"]')
    await open(start, { ...FILES, styles: ['/assets/main.css'] })
    const { cart, pressed } = press()
    await vi.waitFor(() => expect(sheet()).not.toBeNull())
    const lostSheet = sheet()
    lostSheet?.dispatchEvent(new Event('error'))
    await vi.waitFor(() => expect(notice()).not.toBeNull())
    cart?.click()
    await vi.waitFor(() => expect(lostSheet?.isConnected).toBe(false))
    expect(start).not.toHaveBeenCalled()
    sheet()?.dispatchEvent(new Event('load'))
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
  })

  it('asks for all scripts of the page ahead, each once', async () => {
    const start = vi.fn<() => Promise<void>>().mockImplementationOnce(lost).mockResolvedValue()
    const { cart, pressed } = await pressCart(start)
    cart?.click()
    await vi.waitFor(() => expect(pressed).toHaveBeenCalledOnce())
    expect(hrefs()).toEqual([FILES.main, '/assets/home.js'])
  })

  it.each([
    ['loads the page again when the shop has newer scripts', '/assets/main-new.js', 200, 1],
    ['goes on trying when the page still names this script', FILES.main, 200, 0],
    ['goes on trying when the shop answers with an error page', '/assets/main-new.js', 500, 0],
  ])('%s', async (_, named, status, times) => {
    const reload = vi.fn()
    vi.stubGlobal('location', { href: location.href, pathname: '/', search: '', reload })
    const answer = new Response(JSON.stringify({ main: named }), { status })
    const text = vi.spyOn(answer, 'text')
    const fetched = vi.fn(() => Promise.resolve(answer))
    vi.stubGlobal('fetch', fetched)
    await pressCart(lost)
    await vi.waitFor(() => expect(fetched).toHaveBeenCalled())
    await vi.waitFor(() => expect(text).toHaveBeenCalledTimes(status === 200 ? 1 : 0))
    await text.mock.results[0]?.value
    await Promise.resolve()
    expect(reload).toHaveBeenCalledTimes(times)
  })

  it('is called offline where there is no connection', async () => {
    vi.stubGlobal('navigator', { onLine: false })
    await pressCart(lost)
    expect(notice()).toContain('You are offline')
    expect(notice()).not.toContain('completely')
  })

  it('leaves a link what it is', async () => {
    const start = vi.fn<() => Promise<void>>(lost)
    await open(start)
    let tries = 0
    const { link } = addLink((event) => {
      event.preventDefault()
      tries = start.mock.calls.length
    })
    comeAll()
    link.click()
    await vi.waitFor(() => expect(tries).toBe(1))
  })

  it('that never ends is said too, and a link does not wait for it', async () => {
    vi.useFakeTimers()
    await open(() => new Promise<void>(() => undefined))
    const { link, followed } = addLink()
    comeAll()
    link.click()
    await vi.advanceTimersByTimeAsync(4_999)
    expect(followed).not.toHaveBeenCalled()
    await vi.advanceTimersByTimeAsync(1)
    expect(followed).toHaveBeenCalledOnce()
    expect(notice()).toContain('This page has not loaded completely')
  })
})

import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { actEarly } from '#client/early-press.ts'
import { applicationDraft } from '#client/features/referer/application/use-application.ts'
import { authToken, cartItems, referralCode } from '#client/lib/stored.ts'
import { earlyAdd, takeAddedEarly } from '#client/site/early-add.ts'
import { storageKeys } from '#shared/text/storage-keys.ts'
import { makePageData } from './app/page-data-fixture.ts'
import { fakeMedia } from './features/player/fake-media.ts'

const { videos } = makePageData()
const [first, second] = videos.map(({ id }) => id)

/** As the server renders them, as far as it matters. */
afterEach(() => {
  document.body.replaceChildren()
  delete document.documentElement.dataset.added
})

beforeEach(() => {
  document.body.innerHTML = `
    <script type="application/json" id="page-data">${JSON.stringify(makePageData())}</script>
    <button data-opens="cart">Cart<span class="count" hidden>0</span></button>
    <button data-opens="menu">Menu</button>
    <button class="btn btn-go" id="add">Add to Cart · £40</button>
    <dialog id="cart" class="drawer-stage"><div class="drawer"></div></dialog>
    <dialog id="menu" class="drawer-stage"><div class="drawer"></div></dialog>
    <button data-opens="preview">Watch a piece, free</button>
    <dialog id="preview"><video data-poster="/previews/a.jpg"></video><button id="in-dialog">Add</button></dialog>`
  const { 'data-adds': adds, 'data-added': added } = earlyAdd([second ?? 0])
  for (const add of [find('#add'), find('#in-dialog')]) Object.assign(add.dataset, { adds, added })
})

function find(selector: string): HTMLElement {
  const found = document.querySelector<HTMLElement>(selector)
  if (!found) throw new Error(`no ${selector}`)
  return found
}

const keptIds = () => cartItems.read()?.map(({ video }) => video.id)

describe('a press before React is there', () => {
  it.each(['cart', 'menu'])('opens the %s', (id) => {
    expect(actEarly(find(`[data-opens=${id}]`))).toBe(true)
    expect(find(`#${id}`)).toHaveAttribute('open')
  })

  it('plays a preview, with its still', () => {
    const media = fakeMedia({ duration: 20 })
    const video = document.querySelector('video')
    if (!video) throw new Error('no video')
    media.arrive(video)
    expect(actEarly(find('[data-opens=preview]'))).toBe(true)
    expect(find('#preview')).toHaveAttribute('open')
    expect(video.poster).toMatch(/\/previews\/a.jpg$/)
    expect(video.paused).toBe(false)
  })

  it('leaves a preview to the shop while there is no connection', () => {
    const isOnline = vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
    onTestFinished(() => isOnline.mockRestore())
    expect(actEarly(find('[data-opens=preview]'))).toBe(false)
    expect(find('#preview')).not.toHaveAttribute('open')
  })

  it('closes the preview whose way into the cart it takes', () => {
    fakeMedia()
    expect(actEarly(find('[data-opens=preview]'))).toBe(true)
    expect(actEarly(find('#in-dialog'))).toBe(true)
    expect(keptIds()).toEqual([second])
    expect(find('#preview')).not.toHaveAttribute('open')
  })

  it('puts a video into the cart, as the shop keeps it and shows it', () => {
    const add = find('#add')
    const text = add.firstChild
    expect(actEarly(add)).toBe(true)
    expect(keptIds()).toEqual([second])
    expect(JSON.parse(localStorage.getItem(cartItems.key) ?? '')).toEqual(cartItems.read())
    expect([takeAddedEarly(), takeAddedEarly()]).toEqual([[second], []])
    expect(add).toHaveTextContent(/^Already in Cart: view it$/)
    expect(add.firstChild).toBe(text)
    expect(add).not.toHaveClass('btn-go')
    expect(find('.count')).toHaveTextContent('1')
    expect(find('[data-opens=cart]')).toHaveAccessibleName('Cart, 1 film in it')
  })

  it('adds to what is in the cart, in the order of the catalog, each once', () => {
    actEarly(find('#add'))
    find('#add').dataset.adds = JSON.stringify([second, first])
    expect(actEarly(find('#add'))).toBe(true)
    expect(keptIds()).toEqual([first, second])
    expect(find('[data-opens=cart]')).toHaveAccessibleName('Cart, 2 films in it')
  })

  it('leaves the next press on its button to the shop, which opens the cart', () => {
    expect(actEarly(find('#add'))).toBe(true)
    expect(actEarly(find('#add'))).toBe(false)
    expect(keptIds()).toEqual([second])
  })

  it('leaves a cart that holds something to the shop, which shows it', () => {
    actEarly(find('#add'))
    expect(actEarly(find('[data-opens=cart]'))).toBe(false)
    expect(find('#cart')).not.toHaveAttribute('open')
  })

  it.each(['#add', '[data-opens=cart]', '[data-opens=menu]'])(
    'on %s waits once React has the page',
    (selector) => {
      for (const drawer of document.querySelectorAll('dialog')) drawer.replaceChildren()
      expect(actEarly(find(selector))).toBe(false)
      expect(cartItems.read()).toBeNull()
      expect(document.querySelector('[open]')).toBeNull()
    },
  )

  it.each(['#add', '[data-opens=cart]', '[data-opens=menu]'])('of a student on %s waits', (selector) => {
    authToken.write('token-of-sam')
    expect(actEarly(find(selector))).toBe(false)
    expect(cartItems.read()).toBeNull()
  })

  it('waits where the cart cannot be read', () => {
    localStorage.setItem(cartItems.key, '{"not": "a list"}')
    expect(actEarly(find('#add'))).toBe(false)
    expect(find('#add')).toHaveTextContent('Add to Cart · £40')
  })
})

/** The first script of a page is on its own, so it spells the names itself. */
const source = Object.values(
  import.meta.glob<string>(['/src/client/early-press.ts', '/src/client/wake.ts'], {
    query: '?raw',
    import: 'default',
    eager: true,
  }),
).join()

it('the first script looks for token, cart, code and application under the names the shop keeps them', () => {
  const names = Array.from(source.matchAll(/getItem\('([^']+)'\)/g), ([, name]) => name)
  const { authToken: token, legacyAuthToken, cart } = storageKeys
  expect(names).toEqual([token, legacyAuthToken, cart, referralCode.key, applicationDraft.key])
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { testBrowser } from '#client/features/check/test-browser.ts'
import { testLine } from '#client/features/check/test-line.ts'
import { testPicture } from '#client/features/check/test-picture.ts'
import { fakeVideo } from './fake-video.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

describe('the browser', () => {
  it('is well where it keeps cookies and storage, and keeps neither of the test’s own', () => {
    expect(testBrowser()).toMatchObject({ state: 'good' })
    expect(document.cookie).toBe('')
    expect(localStorage).toHaveLength(0)
  })

  it('stops videos where it takes no cookies', () => {
    vi.spyOn(document, 'cookie', 'get').mockReturnValue('')
    expect(testBrowser()).toMatchObject({
      state: 'bad',
      text: expect.stringContaining('takes no cookies'),
      detail: 'cookies refused, storage kept',
    })
  })

  it('stops videos where it keeps nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('No room', 'QuotaExceededError')
    })
    expect(testBrowser()).toMatchObject({ state: 'bad', text: expect.stringContaining('keeps nothing') })
  })
})

describe('the picture', () => {
  it('is well when a free piece was drawn', async () => {
    fakeVideo()
    expect(await testPicture('/previews/a.mp4')).toMatchObject({
      state: 'good',
      detail: 'canPlayType says probably; 1280 × 720, unknown frames',
    })
  })

  it.each([
    ['does not know the format', { type: '' } as const, 'bad', 'does not play the films’ format'],
    ['cannot decode it', { play: { error: 3 } } as const, 'bad', 'could not decode it'],
    ['cannot open it', { play: { error: 4 } } as const, 'bad', 'could not decode it'],
    ['loses it', { play: { error: 2 } } as const, 'bad', 'broke off'],
    ['brings sound alone', { play: 'sound' } as const, 'bad', 'no picture came'],
    ['does not start by itself', { play: 'refused' } as const, 'caution', 'did not let the free clip start'],
  ])('of a browser that %s is told in words', async (_what, behaviour, state, words) => {
    fakeVideo(behaviour)
    const outcome = await testPicture('/previews/a.mp4')
    expect(outcome).toMatchObject({ state, text: expect.stringContaining(words) })
    expect(outcome.advice).toBeTruthy()
  })

  it('is given up after twenty seconds of nothing', async () => {
    vi.useFakeTimers()
    fakeVideo()
    vi.spyOn(HTMLMediaElement.prototype, 'play').mockReturnValue(new Promise(() => undefined))
    const waiting = testPicture('/previews/a.mp4')
    await vi.advanceTimersByTimeAsync(20_000)
    expect(await waiting).toMatchObject({ state: 'bad', text: expect.stringContaining('twenty seconds') })
  })
})

describe('the line', () => {
  const MEGABIT_BYTES = 125_000

  /** A line that brings so many megabits in one second. */
  function bring(megabits: number, status = 206) {
    let now = 0
    vi.spyOn(performance, 'now').mockImplementation(() => now)
    vi.stubGlobal('fetch', async () => {
      now = 100
      const answer = new Response(new Uint8Array(megabits * MEGABIT_BYTES), { status })
      const whole = answer.arrayBuffer.bind(answer)
      vi.spyOn(answer, 'arrayBuffer').mockImplementation(() => {
        now = 1_000
        return whole()
      })
      return answer
    })
  }

  it.each([
    [3, 'good', 'Your connection brings 3.0 Mbit/s, enough'],
    [40, 'good', 'Your connection brings 40 Mbit/s, enough'],
    [2.5, 'caution', 'Your connection brings 2.5 Mbit/s. A film in full picture may stop'],
    [1, 'caution', 'Your connection brings 1.0 Mbit/s.'],
    [0.5, 'bad', 'Your connection brings 0.5 Mbit/s, too little'],
  ])('of %d Mbit/s is %s', async (megabits, state, words) => {
    bring(megabits)
    const outcome = await testLine('/previews/a.mp4')
    expect(outcome).toMatchObject({ state, text: expect.stringContaining(words) })
    expect(outcome.detail).toContain('in 1.00 s, first answer after 100 ms')
  })

  it('that takes ranges out is named as such', async () => {
    bring(40, 200)
    expect(await testLine('/a')).toMatchObject({
      state: 'caution',
      text: expect.stringContaining('changes what the player asks for'),
    })
  })

  it('on which the shop refuses is ours to mend', async () => {
    bring(1, 503)
    expect(await testLine('/a')).toMatchObject({
      state: 'bad',
      advice: expect.stringContaining('ours to mend'),
    })
  })

  it.each([
    [true, 'did not arrive'],
    [false, 'This device is offline.'],
  ])('that is lost, with the device online: %s', async (isOnline, words) => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(isOnline)
    vi.stubGlobal('fetch', () => Promise.reject(new TypeError('Failed to fetch')))
    expect(await testLine('/a')).toMatchObject({ state: 'bad', text: expect.stringContaining(words) })
  })
})

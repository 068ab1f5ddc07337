import { fireEvent } from '@testing-library/react'
import { onTestFinished } from 'vitest'

type State = { time: number; paused: boolean; readyState: number; hasFailed: boolean; seeking?: boolean }

/**
 * The media element of a browser, as far as a player uses it: jsdom has the element without its workings. It plays
 * only when a test lets time pass on it.
 */
export function fakeMedia({ duration = 100 }: { duration?: number } = {}) {
  const states = new WeakMap<EventTarget, State>()
  const loads: HTMLMediaElement[] = []
  const prototype = window.HTMLMediaElement.prototype
  const before = Object.getOwnPropertyDescriptors(prototype)

  function stateOf(element: EventTarget) {
    const state = states.get(element) ?? { time: 0, paused: true, readyState: 0, hasFailed: false }
    states.set(element, state)
    return state
  }
  const tell = (element: EventTarget, name: string) => element.dispatchEvent(new Event(name))

  Object.defineProperties(prototype, {
    duration: {
      configurable: true,
      get() {
        return stateOf(this).readyState > 0 ? duration : Number.NaN
      },
    },
    readyState: { configurable: true, get: element(({ readyState }) => readyState) },
    error: { configurable: true, get: element(({ hasFailed }) => (hasFailed ? { code: 2 } : null)) },
    paused: { configurable: true, get: element(({ paused }) => paused) },
    seeking: { configurable: true, get: element(({ seeking }) => seeking === true) },
    ended: { configurable: true, get: element(({ time }) => time >= duration) },
    currentTime: {
      configurable: true,
      get: element(({ time }) => time),
      set(seconds: number) {
        stateOf(this).time = seconds
        tell(this, 'seeking')
        tell(this, 'timeupdate')
      },
    },
    play: {
      configurable: true,
      async value() {
        if (!stateOf(this).paused) return
        stateOf(this).paused = false
        tell(this, 'play')
      },
    },
    pause: {
      configurable: true,
      value() {
        if (stateOf(this).paused) return
        stateOf(this).paused = true
        tell(this, 'pause')
      },
    },
    load: {
      configurable: true,
      value() {
        Object.assign(stateOf(this), {
          time: 0,
          paused: true,
          readyState: 0,
          hasFailed: false,
          seeking: false,
        })
        loads.push(this)
      },
    },
  })
  onTestFinished(() => {
    Object.defineProperties(prototype, before)
  })

  function element<T>(read: (state: State) => T) {
    return function get(this: EventTarget) {
      return read(stateOf(this))
    }
  }

  return {
    loads,
    /** A jump to where no byte has come from yet. */
    reachOut(video: HTMLVideoElement, seconds: number) {
      Object.assign(stateOf(video), { time: seconds, seeking: true })
      fireEvent(video, new Event('seeking'))
    },
    /** Its bytes have come. */
    arrived(video: HTMLVideoElement) {
      stateOf(video).seeking = false
      fireEvent(video, new Event('seeked'))
    },
    /** The element has been given another address, and forgets what it had. */
    reload(video: HTMLVideoElement) {
      Object.assign(stateOf(video), { time: 0, paused: true, readyState: 0, hasFailed: false })
    },
    /** The first bytes have arrived. */
    arrive(video: HTMLVideoElement) {
      stateOf(video).readyState = 4
      fireEvent(video, new Event('loadedmetadata'))
      fireEvent(video, new Event('durationchange'))
    },
    /** The video has been playing up to a position; at the end it stops by itself. */
    reach(video: HTMLVideoElement, seconds: number) {
      stateOf(video).time = seconds
      fireEvent(video, new Event('timeupdate'))
      if (seconds < duration) return
      stateOf(video).paused = true
      fireEvent(video, new Event('pause'))
      fireEvent(video, new Event('ended'))
    },
    /** As Chromium does it: the video that cannot be read stands paused, and says so before the error. */
    fail(video: HTMLVideoElement) {
      const wasPaused = stateOf(video).paused
      Object.assign(stateOf(video), { paused: true, hasFailed: true })
      if (!wasPaused) fireEvent(video, new Event('pause'))
      fireEvent(video, new Event('error'))
    },
  }
}

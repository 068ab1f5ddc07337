import { onTestFinished, vi } from 'vitest'

type Behaviour = {
  /** What `canPlayType` says. */
  type?: '' | 'maybe' | 'probably'
  /** What comes of play: pictures, sound alone, an error of the element, or a refusal to start. */
  play?: 'pictures' | 'sound' | { error: number } | 'refused'
}

/** jsdom has no decoder: its elements behave as told, and tell of it as a browser's do. */
export function fakeVideo({ type = 'probably', play = 'pictures' }: Behaviour = {}) {
  const media = HTMLMediaElement.prototype
  vi.spyOn(media, 'canPlayType').mockReturnValue(type)
  vi.spyOn(media, 'load').mockImplementation(() => undefined)
  vi.spyOn(media, 'pause').mockImplementation(() => undefined)
  vi.spyOn(media, 'play').mockImplementation(async function (this: HTMLMediaElement) {
    if (play === 'refused') throw new DOMException('Not by itself', 'NotAllowedError')
    const has = (name: string, value: unknown) => Object.defineProperty(this, name, { value })
    if (typeof play === 'object') {
      has('error', { code: play.error })
      this.dispatchEvent(new Event('error'))
      return
    }
    has('videoWidth', play === 'pictures' ? 1280 : 0)
    has('videoHeight', play === 'pictures' ? 720 : 0)
    has('currentTime', 0.5)
    this.dispatchEvent(new Event('timeupdate'))
  })
  onTestFinished(() => {
    vi.restoreAllMocks()
  })
}

import { formatMinute } from '#client/lib/format.ts'
import { CHECK_IDS, CHECK_NAMES } from './checks.ts'
import type { Outcomes } from './use-checks.ts'

export type Device = {
  at: Date
  site: string
  userAgent: string
  language: string
  screen: { width: number; height: number; pixelRatio: number }
}

/** What support needs, as plain text: the tests and the device. It holds no link, no name and no address. */
export function writeReport(outcomes: Outcomes, device: Device): string {
  const { at, site, userAgent, language, screen } = device
  const tests = CHECK_IDS.flatMap((id) => {
    const outcome = outcomes[id]
    return outcome ? [`${CHECK_NAMES[id]}: ${outcome.state} (${outcome.detail})`, `  ${outcome.text}`] : []
  })
  return [
    `Playback check of ${site}`,
    `Time: ${formatMinute(at.toISOString())}, London`,
    ...tests,
    `Device: ${userAgent}`,
    `Language: ${language}`,
    `Screen: ${screen.width} × ${screen.height}, ${screen.pixelRatio} to 1`,
  ].join('\n')
}

/** This device, as the browser tells it. */
export function describeDevice(at: Date): Device {
  return {
    at,
    site: location.host,
    userAgent: navigator.userAgent,
    language: navigator.language,
    screen: { width: innerWidth, height: innerHeight, pixelRatio: devicePixelRatio },
  }
}

import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { openBrowser } from '#tests/support/browser.ts'
import { type Findings, photograph, titleOf } from './photographer.ts'
import { findUnseen, readRoutes } from './routes.ts'
import type { State } from './state.ts'
import { states } from './states.ts'
import { makeWorld } from './world.ts'

/**
 * Photographs every screen of the shop in its states, sizes and themes into ./screenshots or the folder named.
 * SCREENSHOTS_ONLY, a regular expression, takes those whose names match. It ends with 1 when a state could not be
 * reached, the console had errors, or a page was wider than its window.
 */
const PAGES_AT_ONCE = 2

async function main(): Promise<number> {
  const unseen = findUnseen(readRoutes(), states)
  if (unseen.length > 0) {
    console.error(`No state shows ${unseen.join(', ')}: add one in scripts/screenshots/states/.`)
    return 1
  }
  const only = new RegExp(process.env.SCREENSHOTS_ONLY ?? '')
  const folder = resolve(process.argv[2] ?? 'screenshots')
  mkdirSync(folder, { recursive: true })
  const findings = await takeAll(
    states.filter((state) => only.test(titleOf(state))),
    folder,
  )
  report(findings, folder)
  const { consoleErrors, overflows, failures } = findings
  return consoleErrors.length + overflows.length + failures.length > 0 ? 1 : 0
}

async function takeAll(wanted: readonly State[], folder: string): Promise<Findings> {
  const dataDir = mkdtempSync(join(tmpdir(), 'screenshots-'))
  const all: Findings = { pictures: 0, consoleErrors: [], overflows: [], failures: [] }
  const world = await makeWorld(dataDir)
  const browser = await openBrowser()
  const waiting = [...wanted]
  async function work(): Promise<void> {
    for (let state = waiting.shift(); state; state = waiting.shift()) {
      add(all, await photograph({ browser, world, folder }, state))
      console.log(`${titleOf(state)} (${waiting.length} to go)`)
    }
  }
  try {
    await Promise.all(Array.from({ length: PAGES_AT_ONCE }, work))
  } finally {
    await browser.close()
    await world.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
  return all
}

function add(all: Findings, more: Findings): void {
  all.pictures += more.pictures
  all.consoleErrors.push(...more.consoleErrors)
  all.overflows.push(...more.overflows)
  all.failures.push(...more.failures)
}

function report({ pictures, consoleErrors, overflows, failures }: Findings, folder: string): void {
  for (const [heading, lines] of [
    ['In the console', consoleErrors],
    ['Wider than the window', overflows],
    ['Not reached', failures],
  ] as const) {
    if (lines.length > 0) console.log(`\n${heading}:\n${lines.map((line) => `  ${line}`).join('\n')}`)
  }
  console.log(
    `\n${pictures} pictures in ${folder}: ${consoleErrors.length} console errors, ${overflows.length} too wide, ${failures.length} not reached.`,
  )
}

process.exitCode = await main()

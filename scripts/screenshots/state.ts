import type { Page } from 'playwright-core'
import type { World } from './world.ts'

export type Role =
  | 'visitor'
  | 'student-new'
  | 'student-some'
  | 'student-all'
  | 'student-expired'
  | 'referer-first'
  | 'referer-new'
  | 'referer-busy'
  | 'referer-changing'
  | 'referer-ended'
  | 'admin'

export type Stage = { page: Page; world: World }

/** One thing to photograph: a route as one kind of visitor sees it, after some input. */
export type State = {
  role: Role
  /** The path of a row of src/client/app/routes.tsx; '*' is an address that is none of them. */
  route: string
  name: string
  /** Where it is found when the route itself is no address. */
  address?: string | ((world: World) => string | Promise<string>)
  /** What the browser keeps already, beside the session. */
  storage?: (world: World) => Readonly<Record<string, string>>
  /** Before the page is opened: requests that are held or refused. */
  before?: (stage: Stage) => Promise<void>
  /** What is there when the page stands; the main heading where nothing is said. */
  ready?: string
  act?: (stage: Stage) => Promise<void>
  /** An overlay is photographed as the window shows it, everything else as the whole page. */
  isOverlay?: boolean
  widths?: readonly number[]
  /** Also narrow, low, with large text, in forced colours, without motion and printed. */
  hasExtras?: boolean
  /** The browser itself writes an error into the console, as of a request that was refused on purpose. */
  complains?: boolean
}

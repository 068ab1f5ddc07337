import { setTimeout as pause } from 'node:timers/promises'
import { z } from 'zod'
import type { Version } from './history.ts'
import type { World } from './world.ts'

export type Answer = { status: number; body: unknown; hasRetryAfter: boolean; path: string }
export type Asking = Answer & { headers: Headers }
/** An act that the shop did not let happen, and how it answered. */
type Refusal = { what: string; detail: string }
export type People = ReturnType<typeof createPeople>
type PeopleWorld = Pick<World, 'letPass'> & {
  processes: Pick<World['processes'], 'urls'>
  mail: Pick<World['mail'], 'received'>
}

/** How long a person waits for a process that starts or a busy shop, in real time. */
const PATIENCE_MS = 120_000
/** Whatever is away, the shop says something by then. */
const SILENT_MS = 60_000
/** A mail that does not come at once is waited for by the clock, less long than a code is valid. */
const AT_ONCE_MS = 500
const MAIL_LEAP_MS = 40_000
const MAIL_LEAPS = 13
/** A process that finds its connections lost says 503 and when to come back. */
const COME_BACK_MS = 250
const COMES_BACK = 40

/** How people use the shop: over HTTP and by mail alone. What they were answered is kept for the laws. */
export function createPeople(world: PeopleWorld) {
  const answers: Answer[] = []
  /** Acts that the shop refused, though it should not. On a day without faults that breaks a law. */
  const refused: Refusal[] = []
  let turn = 0
  let isPatient = false
  let version: Version | undefined

  /** Asks one of the web processes, and the other where it has been killed, as a load balancer does; or the one that is named. */
  async function ask(path: string, init: RequestInit = {}, only?: string): Promise<Asking> {
    let comesBack = isPatient ? COMES_BACK : 0
    for (let waited = 0; ; waited += 100) {
      const named = world.processes.urls(version)
      const urls = named.length > 0 ? named : world.processes.urls()
      const url = only ?? urls[turn++ % Math.max(urls.length, 1)]
      const began = performance.now()
      const signal = AbortSignal.timeout(SILENT_MS)
      const answer = url && (await fetch(`${url}${path}`, { ...init, signal }).catch(() => null))
      if (!answer && performance.now() - began >= SILENT_MS) {
        const none = { status: 0, body: '', hasRetryAfter: false, path }
        answers.push(none)
        return { ...none, headers: new Headers() }
      }
      if (answer) {
        const text = await answer.text().catch(() => '')
        const said = {
          status: answer.status,
          body: parsed(text),
          hasRetryAfter: answer.headers.has('retry-after'),
          path,
        }
        answers.push(said)
        if (said.status === 503 && said.hasRetryAfter && comesBack-- > 0) {
          await pause(COME_BACK_MS)
          continue
        }
        return { ...said, headers: answer.headers }
      }
      if (waited > PATIENCE_MS) throw new Error(`No web process answers ${path}`)
      await pause(100)
    }
  }

  const post = (path: string, body: unknown, headers: Record<string, string> = {}) =>
    ask(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
      body: JSON.stringify(body),
    })

  /** What the newest mail to an address says; null where none comes in time. */
  async function waitForMail(to: string, pattern: RegExp, from: number): Promise<string | null> {
    for (let leap = 0; leap <= MAIL_LEAPS; leap++) {
      for (let waited = 0; waited < AT_ONCE_MS; waited += 10) {
        const mail = world.mail.received
          .slice(from)
          .findLast((one) => one.to === to && pattern.test(one.text))
        if (mail) return pattern.exec(mail.text)?.[1] ?? null
        await pause(10)
      }
      await world.letPass(MAIL_LEAP_MS)
    }
    return null
  }

  /** People who are told to come back do, as often as it takes. */
  async function patiently<T>(work: () => Promise<T>): Promise<T> {
    const was = isPatient
    isPatient = true
    try {
      return await work()
    } finally {
      isPatient = was
    }
  }

  /** Work that asks processes of one version alone, as long as there are any. */
  async function through<T>(one: Version, work: () => Promise<T>): Promise<T> {
    version = one
    try {
      return await work()
    } finally {
      version = undefined
    }
  }

  const isTaken = ({ status }: Answer) => status === 200

  /** One of two clicks has to be answered well, or the only one. */
  function expectDone(what: string, clicks: readonly (Answer | null)[], isDone = isTaken): boolean {
    if (clicks.some((answer) => answer && isDone(answer))) return true
    refused.push({ what, detail: clicks.map((answer) => answer && described(answer)).join(' and ') })
    return false
  }

  return { ask, post, patiently, through, waitForMail, answers, refused, expectDone }
}

const coded = z.object({ code: z.string() })
const refusal = z.union([coded, z.object({ error: z.object({ json: z.object({ data: coded }) }) })])

/** The code of a refusal, by REST or by tRPC; empty where there is none. */
export function refusalOf({ body }: Answer): string {
  const { data } = refusal.safeParse(body)
  if (!data) return ''
  return 'error' in data ? data.error.json.data.code : data.code
}

/** An answer as a broken law shows it. */
const described = ({ status, body }: Answer) => `${status} ${JSON.stringify(body).slice(0, 200)}`

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** A session as an `Authorization` header. */
export const bearer = ({ token }: { token: string }) => ({ authorization: `Bearer ${token}` })

import { errorStatus, errorText } from '#client/lib/error-text.ts'
import type { AccessOutput } from '#shared/schemas/progress.ts'
import type { Outcome } from './outcome.ts'

/** The calls of the shop that a player makes, for the student who is signed in. */
export type VideoCalls = {
  list(): Promise<{ id: number; title: string }[]>
  open(videoId: number): Promise<AccessOutput>
  /** Gives back the stream that reading a video has taken. */
  leave(): Promise<unknown>
}

type Refused = { title: string; words: string; advice: string; detail: string }

const PIECE_BYTES = 64 * 1024
const ANSWER_WITHIN_MS = 20_000

const OURS = 'That is ours to mend: send us the report below.'
const LINE = 'Run the check again. If it stays so, try another network.'

/** Whether each video that is open to the student opens, and its first bytes arrive, one after the other. */
export async function testVideos(calls: VideoCalls): Promise<Outcome> {
  try {
    const videos = await calls.list()
    if (videos.length === 0) {
      return { state: 'skipped', words: 'You own no film that is open now.', detail: 'no films' }
    }
    const refused: Refused[] = []
    for (const video of videos) {
      const error = await tryVideo(calls, video)
      if (error) refused.push({ title: video.title, ...error })
    }
    return describe(videos.length, refused)
  } catch (error) {
    return {
      state: 'bad',
      words: errorText(error, 'The shop did not say which films are open to you.'),
      advice: LINE,
      detail: `list: ${errorStatus(error) ?? 'no answer'}`,
    }
  }
}

async function tryVideo(calls: VideoCalls, video: { id: number }): Promise<Omit<Refused, 'title'> | null> {
  try {
    const access = await calls.open(video.id)
    if (!access.hasAccess) {
      return { words: access.message ?? 'Access has ended.', advice: OURS, detail: 'no access' }
    }
    if (access.secureVideoUrl === null) {
      return { words: 'Its film is missing from the shop.', advice: OURS, detail: 'no file' }
    }
    return await fetchPiece(access.secureVideoUrl)
  } catch (error) {
    const words = errorText(error, 'The shop did not answer.')
    return { words, advice: LINE, detail: `open: ${errorStatus(error) ?? 'no answer'}` }
  } finally {
    await calls.leave().catch(() => undefined)
  }
}

async function fetchPiece(url: string): Promise<Omit<Refused, 'title'> | null> {
  const answer = await fetch(url, {
    headers: { range: `bytes=0-${PIECE_BYTES - 1}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null)
  const detail = `bytes: ${answer?.status ?? 'no answer'}`
  if (answer === null) return { words: 'It did not arrive.', advice: LINE, detail }
  if (answer.status === 403) {
    return {
      words: 'The browser did not send the cookie that a film needs.',
      advice:
        'Allow cookies for this site and turn off extensions that change requests. Then sign out and in.',
      detail,
    }
  }
  if (answer.status === 409) {
    return {
      words: 'This account is already playing elsewhere.',
      advice: 'Stop a film there, wait a minute, and run the check again.',
      detail,
    }
  }
  if (!answer.ok) return { words: 'The shop could not hand it out.', advice: OURS, detail }
  const { byteLength } = await answer.arrayBuffer()
  return byteLength > 0 ? null : { words: 'Its file is empty.', advice: OURS, detail }
}

function describe(count: number, refused: readonly Refused[]): Outcome {
  const [first] = refused
  if (!first) {
    const words =
      count === 1
        ? 'Your film opens and begins to arrive.'
        : `All ${count} of your films open and begin to arrive.`
    return { state: 'good', words, detail: `${count} of ${count}` }
  }
  const others = refused.length - 1
  const more = others > 0 ? ` The same or worse with ${others} more.` : ''
  return {
    state: 'bad',
    words: `“${first.title}” does not open. ${first.words}${more}`,
    advice: first.advice,
    detail: refused.map(({ title, detail }) => `${title}: ${detail}`).join('; '),
  }
}

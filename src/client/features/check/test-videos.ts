import { errorStatus, errorText } from '#client/lib/error-text.ts'
import type { AccessOutput } from '#shared/schemas/progress.ts'
import { bad, good, type Outcome, skipped } from './outcome.ts'

/** The calls of the shop that a player makes, for the student who is signed in. */
export type VideoCalls = {
  list(): Promise<{ id: number; title: string }[]>
  open(videoId: number): Promise<AccessOutput>
  /** Gives back the stream that reading a video has taken. */
  leave(): Promise<unknown>
}

type Problem = { text: string; advice: string; detail: string }

const PIECE_BYTES = 64 * 1024
const ANSWER_WITHIN_MS = 20_000

const OURS = 'That is ours to mend: send us the report below.'
const LINE = 'Run the check again. If it stays so, try another network.'

/** Whether each video that is open to the student opens, and its first bytes arrive, one after the other. */
export async function testVideos(calls: VideoCalls): Promise<Outcome> {
  try {
    const videos = await calls.list()
    if (videos.length === 0) {
      return skipped('no films', 'You own no film that is open now.')
    }
    const refused: (Problem & { title: string })[] = []
    for (const video of videos) {
      const error = await tryVideo(calls, video)
      if (error) refused.push({ title: video.title, ...error })
    }
    return describe(videos.length, refused)
  } catch (error) {
    const text = errorText(error, 'The shop did not say which films are open to you.')
    return bad(`list: ${errorStatus(error) ?? 'no answer'}`, text, LINE)
  }
}

async function tryVideo(calls: VideoCalls, video: { id: number }): Promise<Problem | null> {
  try {
    const access = await calls.open(video.id)
    if (!access.hasAccess) {
      return { text: access.message ?? 'Access has ended.', advice: OURS, detail: 'no access' }
    }
    if (access.secureVideoUrl === null) {
      return { text: 'Its film is missing from the shop.', advice: OURS, detail: 'no file' }
    }
    return await fetchPiece(access.secureVideoUrl)
  } catch (error) {
    const text = errorText(error, 'The shop did not answer.')
    return { text, advice: LINE, detail: `open: ${errorStatus(error) ?? 'no answer'}` }
  } finally {
    await calls.leave().catch(() => undefined)
  }
}

async function fetchPiece(url: string): Promise<Problem | null> {
  const answer = await fetch(url, {
    headers: { range: `bytes=0-${PIECE_BYTES - 1}` },
    cache: 'no-store',
    signal: AbortSignal.timeout(ANSWER_WITHIN_MS),
  }).catch(() => null)
  const detail = `bytes: ${answer?.status ?? 'no answer'}`
  if (answer === null) return { text: 'It did not arrive.', advice: LINE, detail }
  if (answer.status === 403) {
    return {
      text: 'The browser did not send the cookie that a film needs.',
      advice:
        'Allow cookies for this site and turn off extensions that change requests. Then sign out and in.',
      detail,
    }
  }
  if (answer.status === 409) {
    return {
      text: 'This account is already playing elsewhere.',
      advice: 'Stop a film there, wait a minute, and run the check again.',
      detail,
    }
  }
  if (!answer.ok) return { text: 'The shop could not hand it out.', advice: OURS, detail }
  const { byteLength } = await answer.arrayBuffer()
  return byteLength > 0 ? null : { text: 'Its file is empty.', advice: OURS, detail }
}

function describe(count: number, refused: readonly (Problem & { title: string })[]): Outcome {
  const [first] = refused
  if (!first) {
    const which = count === 1 ? 'Your film opens and begins' : `All ${count} of your films open and begin`
    return good(`${count} of ${count}`, `${which} to arrive.`)
  }
  const others = refused.length - 1
  const more = others > 0 ? ` The same or worse with ${others} more.` : ''
  const details = refused.map(({ title, detail }) => `${title}: ${detail}`).join('; ')
  return bad(details, `“${first.title}” does not open. ${first.text}${more}`, first.advice)
}

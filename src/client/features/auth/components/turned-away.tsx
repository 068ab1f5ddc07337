import { useLocation } from 'react-router'
import { Note } from '#client/ui/alert.tsx'
import { fields, oneOf, orNothing, shape, text } from '#shared/schemas/shape.ts'

type News = { title: string; text: string; tone: 'good' | 'bad' }
type Arrival = {
  turnedAway: News
  /** Whose sign-in it is. */
  email?: string | undefined
}

const words = text(Number.POSITIVE_INFINITY)
const state = shape(
  fields<Arrival>({
    turnedAway: fields<News>({ title: words, text: words, tone: oneOf(['good', 'bad']) }),
    email: orNothing(words),
  }),
)

/** What a screen hands on to the one it sends a person to. */
export function turnedAway(refusal: Omit<News, 'tone'>): Arrival {
  return arrivedWith({ ...refusal, tone: 'bad' })
}

/** The same for good news. */
export function arrivedWith(news: News, email?: string): Arrival {
  return { turnedAway: news, email }
}

/** The address with which a person was sent here to sign in. */
export function useArrivedEmail(): string {
  const arrived = state.safeParse(useLocation().state)
  return (arrived.success && arrived.data.email) || ''
}

/** Why a link led here instead of to its screen; nothing for other visitors. */
export function TurnedAway() {
  const arrived = state.safeParse(useLocation().state)
  if (!arrived.success) return null
  const { title, text, tone } = arrived.data.turnedAway
  return (
    <Note tone={tone} title={title} live={tone === 'bad' ? 'alert' : 'status'}>
      {text}
    </Note>
  )
}

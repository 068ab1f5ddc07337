import { useLocation } from 'react-router'
import { z } from 'zod'
import { Note } from '#client/ui/alert.tsx'

const state = z.object({ turnedAway: z.object({ title: z.string(), text: z.string() }) })

export type Refusal = z.infer<typeof state>['turnedAway']

/** What a screen hands on to the one it sends a person to, beside the toast that goes away. */
export function turnedAway(refusal: Refusal): z.infer<typeof state> {
  return { turnedAway: refusal }
}

/** Why a link led here instead of to its screen; nothing for other visitors. */
export function TurnedAway() {
  const arrived = state.safeParse(useLocation().state)
  if (!arrived.success) return null
  const { title, text } = arrived.data.turnedAway
  return (
    <Note tone="bad" title={title} live="off">
      {text}
    </Note>
  )
}

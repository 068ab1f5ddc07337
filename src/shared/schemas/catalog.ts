import { z } from 'zod'
import { poundsString } from './primitives.ts'

export const videoOutput = z.object({
  id: z.int(),
  title: z.string(),
  description: z.string(),
  category: z.string(),
  /** Whole minutes. */
  duration: z.int(),
  price: poundsString,
  imageUrl: z.string(),
})
export type VideoOutput = z.output<typeof videoOutput>

export const videosOutput = z.array(videoOutput)

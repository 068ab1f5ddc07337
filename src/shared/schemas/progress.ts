import { z } from 'zod'
import { mostWatchedRanges, type WatchedRange } from '#shared/progress/watched.ts'
import { userOutput } from './auth.ts'
import { videoOutput } from './catalog.ts'
import { waitingRequestOutput } from './orders.ts'
import {
  isoTime,
  opaqueId,
  optional,
  optionalFlag,
  optionalText,
  requiredText,
  videoId,
  videoIdInPath,
} from './primitives.ts'

const playSessionMessage = 'Please name the play session.'

export const accessInput = z.object({
  userId: opaqueId,
  videoId: videoIdInPath,
  /** Chosen by the player and sent with its saves, to distinguish two open players. */
  playSession: optionalText(64),
})

export const accessOutput = z.object({
  hasAccess: z.boolean(),
  secureVideoUrl: z.string().nullable(),
  /** Files beside the video, under the same grant; null where the video has none. */
  captionsUrl: z.string().nullable(),
  chaptersUrl: z.string().nullable(),
  /** The video in several picture heights, the tallest first, all under one grant; absent where there is no choice. */
  renditions: z.array(z.object({ height: z.int(), url: z.string() })).optional(),
  /** Small pictures for the seek bar, under the same grant; absent where the video has none. */
  storyboardUrl: z.string().optional(),
  expiresAt: isoTime.nullable(),
  message: z.string().nullable(),
})
export type AccessOutput = z.output<typeof accessOutput>

const longestSeconds = 86_400
const second = z.int().min(0).max(longestSeconds)

/** A save of the player. Progress is a valid number from 0 up, rounded, and never above 100. */
export const progressSaveInput = z.object({
  userId: opaqueId,
  videoId,
  progress: z
    .number()
    .min(0)
    .transform((percent) => Math.min(100, Math.round(percent))),
  completed: optionalFlag,
  positionSeconds: optional(z.number().min(0).max(longestSeconds)),
  playSession: optionalText(64),
  /** Counts up within a play session; an older save never overwrites a newer one. */
  sequence: optional(z.int().min(0).max(2_147_483_647)),
  /** How long the save waited before it was sent: one that waited takes back nothing that was watched since. */
  waitedSeconds: optional(z.int().min(0).max(31_536_000)).optional(),
  /** What was played since the last save; absent from older clients. What holds no second is left out. */
  watched: z
    .array(z.tuple([second, second]))
    .max(mostWatchedRanges)
    .transform((ranges): WatchedRange[] => ranges.filter(([from, to]) => from < to))
    .nullish(),
})
export type ProgressSaveInput = z.output<typeof progressSaveInput>

/** The player was closed: what it used counts as a stream no longer. */
export const leaveInput = z.object({ userId: opaqueId, playSession: requiredText(64, playSessionMessage) })

const progressOutput = z.object({
  videoId: z.int(),
  progress: z.int(),
  completed: z.boolean(),
  positionSeconds: z.number().nullable(),
  /** When the place was saved last, on whatever device. */
  updatedAt: isoTime.optional(),
  /** What was played in all, each second once; null where only older clients have saved. */
  watchedSeconds: z.int().nullish(),
  /** The length of the video as it was then. */
  durationSeconds: z.int().nullish(),
})
export type ProgressOutput = z.output<typeof progressOutput>

export const progressListOutput = z.array(progressOutput)

/** One per video bought on its own, or one for a whole bundle (`videoId` null). */
const purchaseOutput = z.object({
  id: z.string(),
  orderId: z.string(),
  videoId: z.int().nullable(),
  isBundle: z.boolean(),
  purchasedAt: isoTime,
  /** When a renewal begins; absent once it has. */
  startsAt: isoTime.optional(),
  expiresAt: isoTime,
})
export type PurchaseOutput = z.output<typeof purchaseOutput>

export const purchasesOutput = z.array(purchaseOutput)

export const dashboardOutput = z.object({
  stats: z.object({
    videosOwned: z.int(),
    completedVideos: z.int(),
    inProgressVideos: z.int(),
    /** Whole days, rounded up, to the next expiry; 0 with nothing open. */
    daysRemaining: z.int(),
  }),
  progress: progressListOutput,
  purchases: purchasesOutput,
  /** The videos that the student asked money or another video for, the newest first; absent where nothing waits. */
  requests: z
    .array(
      waitingRequestOutput.extend({
        videoId: z.int(),
        /** The version before does not send it. */
        orderId: z.string().optional(),
      }),
    )
    .optional(),
  user: userOutput,
})
export type DashboardOutput = z.output<typeof dashboardOutput>

/** The videos that are open to a student now, each with the end of its access. */
const ownedVideoOutput = videoOutput.extend({
  expiresAt: isoTime,
  /** Whole days of 24 hours, rounded up. */
  daysRemaining: z.int(),
  /** When the term of a renewal would begin; absent where the video cannot be renewed yet. */
  renewsFrom: isoTime.optional(),
})
export type OwnedVideoOutput = z.output<typeof ownedVideoOutput>
export const ownedVideosOutput = z.array(ownedVideoOutput)

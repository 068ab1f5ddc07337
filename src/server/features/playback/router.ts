import { loadCatalog } from '#server/features/catalog/queries.ts'
import { countCall, ownStudentProcedure, ownStudentReading, ownStudentWriting, router } from '#server/trpc.ts'
import { successOutput } from '#shared/schemas/auth.ts'
import {
  noteOutput,
  noteRemoveInput,
  noteSaveInput,
  notesInput,
  notesOutput,
  searchInput,
  searchOutput,
} from '#shared/schemas/notes.ts'
import { examDatesInput, planOutput } from '#shared/schemas/plan.ts'
import {
  accessInput,
  accessOutput,
  dashboardOutput,
  leaveInput,
  ownedVideosOutput,
  progressListOutput,
  progressSaveInput,
  purchasesOutput,
} from '#shared/schemas/progress.ts'
import { leaveVideo, openVideo } from './media-grants.ts'
import { deleteNote, listNotes, presentNote, saveNote } from './notes.ts'
import { presentDashboard, presentOwnedVideos, presentPurchases } from './present.ts'
import { listProgress, loadDashboard } from './queries.ts'
import { saveProgress } from './save-progress.ts'
import { search } from './search.ts'
import { loadPlan, saveExamDates } from './study-plan.ts'

/** Four procedures read these rows. */
const withDashboardRows = ownStudentReading(loadDashboard)

export const progressRouter = router({
  dashboard: withDashboardRows
    .output(dashboardOutput)
    .query(({ ctx }) => presentDashboard(ctx.rows, ctx.deps.clock.now())),

  purchases: withDashboardRows
    .output(purchasesOutput)
    .query(({ ctx }) => presentPurchases(ctx.rows, ctx.deps.clock.now())),

  videos: withDashboardRows
    .output(ownedVideosOutput)
    .query(async ({ ctx }) =>
      presentOwnedVideos(ctx.rows, (await loadCatalog(ctx.deps.db)).videos, ctx.deps.clock.now()),
    ),

  list: ownStudentProcedure
    .output(progressListOutput)
    .query(({ ctx }) => listProgress(ctx.deps, ctx.student.studentId)),

  /** Opens a video for this session; the cookie ties the URL to the browser that asked. */
  open: ownStudentProcedure
    .input(accessInput)
    .output(accessOutput)
    .mutation(async ({ ctx, input }) => {
      const { studentId, sessionId } = ctx.student
      ctx.nameMediaSession(sessionId)
      return openVideo(ctx.deps, {
        studentId,
        sessionId,
        videoId: input.videoId,
        playSession: input.playSession,
      })
    }),

  save: ownStudentWriting(progressSaveInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await saveProgress(ctx.deps, { token: ctx.token, address: ctx.address, save: input })
      return { success: true }
    }),

  leave: ownStudentProcedure
    .input(leaveInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      const { sessionId } = ctx.student
      await leaveVideo(ctx.deps, { sessionId, playSession: input.playSession })
      return { success: true }
    }),

  plan: withDashboardRows.output(planOutput).query(({ ctx }) => loadPlan(ctx.deps, ctx.rows)),

  saveExamDates: ownStudentProcedure
    .input(examDatesInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await saveExamDates(ctx.deps, input)
      return { success: true }
    }),

  notes: ownStudentProcedure
    .input(notesInput)
    .output(notesOutput)
    .query(async ({ ctx, input }) => {
      const { studentId } = ctx.student
      return (await listNotes(ctx.deps, { studentId, videoId: input.videoId })).map(presentNote)
    }),

  search: ownStudentProcedure
    .input(searchInput)
    .output(searchOutput)
    .query(async ({ ctx, input }) => {
      const { studentId } = ctx.student
      await countCall(ctx, 'search', studentId)
      return search(ctx.deps, { studentId, text: input.text })
    }),

  saveNote: ownStudentProcedure
    .input(noteSaveInput)
    .output(noteOutput)
    .mutation(({ ctx, input }) => saveNote(ctx.deps, input)),

  removeNote: ownStudentProcedure
    .input(noteRemoveInput)
    .output(successOutput)
    .mutation(async ({ ctx, input }) => {
      await deleteNote(ctx.deps, { studentId: ctx.student.studentId, id: input.id })
      return { success: true }
    }),
})

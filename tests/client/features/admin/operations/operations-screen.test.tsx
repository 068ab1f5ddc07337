import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { OperationsScreen } from '#client/features/admin/operations/operations-screen.tsx'
import type { AuditEntryOutput, BackupsOutput, HealthOutput, JobsOutput } from '#shared/schemas/operations.ts'
import { ADMIN_EMAIL, backOffice, SIGNED_OUT } from '#tests/client/features/admin/admin-fixtures.ts'
import { findNotices } from '#tests/client/features/admin/open-dashboard.tsx'
import { findElsewhere, openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { breakDown, refuse } from '#tests/support/fake-server.ts'

type Operations = NonNullable<NonNullable<Parameters<typeof backOffice>[0]>['operations']>

const WELL: HealthOutput = {
  checkedAt: '2026-11-21T10:00:00.000Z',
  parts: [
    { part: 'database', state: 'ok' },
    { part: 'queue', state: 'ok' },
    { part: 'mail', state: 'ok' },
    { part: 'payments', state: 'ok' },
  ],
  alerts: [],
  outbox: { waiting: 0, oldestAt: null, lastSentAt: null, failed: 0 },
  webhooks: { lastToldAt: null, unprocessed: 0, oldestUnprocessedAt: null },
}
const NO_BACKUPS: BackupsOutput = {
  isNightly: false,
  hasOwnKey: true,
  isOnHold: false,
  backup: null,
  drill: null,
}
const NO_JOBS: JobsOutput = { counts: [], failed: [], hasMore: false }

const aJob = (over: Partial<JobsOutput['failed'][number]> = {}) => ({
  id: 'job-1',
  name: 'campaigns.send',
  reason: 'connect ECONNREFUSED',
  attempts: 1,
  failedAt: '2026-11-21T09:30:00.000Z',
  ...over,
})

const anEntry = (over: Partial<AuditEntryOutput> = {}): AuditEntryOutput => ({
  id: 'entry-1',
  at: '2026-11-21T09:00:00.000Z',
  action: 'session.opened',
  actor: { kind: 'admin', id: 'admin-1', name: ADMIN_EMAIL },
  subject: { kind: 'session', id: 'session-1', name: null },
  details: [],
  ...over,
})

function openOperations(operations: Operations = {}) {
  const server = backOffice({
    operations: {
      health: () => WELL,
      jobs: () => NO_JOBS,
      failedMails: () => ({ mails: [], hasMore: false }),
      browserErrors: () => ({ errors: [], hasMore: false }),
      goLive: () => ({ items: [] }),
      backups: () => NO_BACKUPS,
      audit: () => ({ entries: [anEntry()], nextCursor: null }),
      auditChoices: () => ({
        actions: ['session.opened', 'payout.paid'],
        admins: [{ id: 'admin-1', email: ADMIN_EMAIL }],
      }),
      ...operations,
    },
  })
  return { server, user: openScreen({ Screen: OperationsScreen, at: '/admin/operations' }) }
}

const rowsOf = async (name: string) => {
  const [, ...rows] = within(await screen.findByRole('table', { name })).getAllByRole('row')
  return rows.map((row) => row.textContent)
}

describe('the health of the shop', () => {
  it('says which part is away, what waits, and what has stood still', async () => {
    openOperations({
      health: () => ({
        ...WELL,
        parts: [
          { part: 'database', state: 'ok' },
          { part: 'queue', state: 'away' },
          { part: 'mail', state: 'late' },
          { part: 'payments', state: 'ok' },
        ],
        alerts: [{ part: 'mail', since: '2026-11-21T09:40:00.000Z', notices: [] }],
        outbox: {
          waiting: 3,
          oldestAt: '2026-11-21T09:40:00.000Z',
          lastSentAt: '2026-11-21T09:35:00.000Z',
          failed: 0,
        },
        webhooks: {
          lastToldAt: '2026-11-20T18:00:00.000Z',
          unprocessed: 1,
          oldestUnprocessedAt: '2026-11-20T18:00:00.000Z',
        },
      }),
    })
    expect(await rowsOf('Parts of the shop')).toEqual([
      'DatabaseAnswers–',
      'Job queueAway–',
      expect.stringMatching(
        /^EmailNo answer in time3 emails wait, the oldest since 21 November 2026 at 09:40/,
      ),
      expect.stringMatching(/^StripeAnswers.*One event is to be acted on/),
    ])
    expect(screen.getByText('Email has stopped')).toBeVisible()
    expect(screen.getByText(/^Since 21 November 2026/)).toBeVisible()
  })

  it('is asked for again, and one part that cannot be had leaves the others', async () => {
    let isBroken = true
    const { user } = openOperations({ health: () => (isBroken ? breakDown() : WELL) })
    expect(await screen.findByText('No job waits and none has failed.')).toBeVisible()
    isBroken = false
    await user.click(await screen.findByRole('button', { name: 'Try again' }))
    expect(await rowsOf('Parts of the shop')).toHaveLength(4)
    await user.click(screen.getByRole('button', { name: 'Check again' }))
    expect(await rowsOf('Parts of the shop')).toContainEqual(
      expect.stringMatching(/^EmailAnswersNo email waits\. None has left yet\./),
    )
  })
})

describe('jobs', () => {
  it('that failed are shown with why, and retried one by one', async () => {
    let isRetried = false
    const { user, server } = openOperations({
      jobs: () =>
        isRetried
          ? NO_JOBS
          : {
              counts: [
                { name: 'campaigns.send', waiting: 2, active: 0, delayed: 0, failed: 1 },
                { name: 'maintenance.cleanUp', waiting: 0, active: 0, delayed: 1, failed: 0 },
                { name: 'mail.send', waiting: 0, active: 0, delayed: 4, failed: 0 },
              ],
              failed: [aJob()],
              hasMore: false,
            },
      retryJob: () => {
        isRetried = true
        return { success: true }
      },
    })
    expect(await rowsOf('Jobs by kind')).toEqual(['Send a mailing2––1'])
    expect(screen.getByText('Planned: Clean up, Send an email (4).')).toBeVisible()
    expect(await rowsOf('Failed jobs')).toEqual([
      'Send a mailingconnect ECONNREFUSED121 November 2026 at 09:30Retry',
    ])
    expect(screen.queryByRole('button', { name: /^Retry all/ })).toBeNull()
    await user.click(
      screen.getByRole('button', { name: 'Retry Send a mailing, failed 21 November 2026 at 09:30' }),
    )
    expect(await (await findNotices()).findByText('Job Retried')).toBeVisible()
    await waitFor(() => expect(screen.queryByRole('table', { name: 'Failed jobs' })).toBeNull())
    expect(server.inputsOf('admin.operations.retryJob')).toEqual([{ id: 'job-1' }])
  })

  it('that failed many times are retried together, as many as go at once', async () => {
    const { user, server } = openOperations({
      jobs: () => ({
        counts: [{ name: 'mail.send', waiting: 0, active: 0, delayed: 0, failed: 250 }],
        failed: [aJob({ name: 'mail.send' })],
        hasMore: true,
      }),
      retryJobs: () => ({ retried: 200, hasMore: true }),
    })
    await user.click(await screen.findByRole('button', { name: 'Retry all that failed: Send an email' }))
    const notices = await findNotices()
    expect(await notices.findByText('200 Jobs Retried')).toBeVisible()
    expect(notices.getByText('There are more. Press once more for the rest.')).toBeVisible()
    expect(server.inputsOf('admin.operations.retryJobs')).toEqual([{ name: 'mail.send' }])
    await user.click(screen.getByRole('button', { name: 'Older failures' }))
    await waitFor(() => expect(server.inputsOf('admin.operations.jobs').at(-1)).toEqual({ offset: 25 }))
  })

  it('that another admin retried are read again', async () => {
    let asked = 0
    const { user } = openOperations({
      jobs: () => {
        asked++
        return { ...NO_JOBS, failed: [aJob()] }
      },
      retryJob: () => refuse('JOB_NOT_FAILED'),
    })
    await user.click(await screen.findByRole('button', { name: /^Retry Send a mailing/ }))
    expect(await (await findNotices()).findByText('This job was retried already.')).toBeVisible()
    await waitFor(() => expect(asked).toBe(2))
  })
})

describe('going live', () => {
  it('lists what is open before what is ready', async () => {
    openOperations({
      goLive: () => ({
        items: [
          { title: 'Database', state: 'ready', now: 'PostgreSQL at DATABASE_URL.', change: null },
          { title: 'Payments', state: 'demo', now: 'The sandbox.', change: 'Set STRIPE_SECRET_KEY.' },
        ],
      }),
    })
    expect(await rowsOf('Going live')).toEqual([
      'PaymentsDemoThe sandbox.Set STRIPE_SECRET_KEY.',
      'DatabaseReadyPostgreSQL at DATABASE_URL.',
    ])
    expect(screen.getByText(/^1 of 2 are ready\./)).toBeVisible()
  })
})

describe('the audit log', () => {
  it('names people, leads to students, and turns pages', async () => {
    const { user, server } = openOperations({
      audit: ({ cursor }) =>
        cursor
          ? { entries: [anEntry({ id: 'entry-0', action: 'admin.added' })], nextCursor: null }
          : {
              entries: [
                anEntry(),
                anEntry({
                  id: 'entry-2',
                  action: 'access.extended',
                  subject: { kind: 'student', id: 'student-kim', name: 'kim' },
                  details: [{ name: 'reason', value: 'Was ill' }],
                }),
                anEntry({ id: 'entry-3', actor: { kind: 'shop', id: null, name: null } }),
              ],
              nextCursor: 'entry-3',
            },
    })
    const rows = await rowsOf('Entries of the audit log')
    expect(rows[0]).toBe(`Session opened21 Nov 2026, 09:00${ADMIN_EMAIL}Session–`)
    expect(rows[1]).toMatch(/^Access extended.*kimReason: Was ill$/)
    expect(rows[2]).toContain('The shop itself')
    expect(screen.getByRole('link', { name: 'kim' })).toHaveAttribute(
      'href',
      '/admin/orders/students/student-kim',
    )
    await user.click(screen.getByRole('button', { name: 'Older entries' }))
    expect(await screen.findByText('Admin added')).toBeVisible()
    expect(server.inputsOf('admin.operations.audit').at(-1)).toMatchObject({ cursor: 'entry-3' })
    await user.click(screen.getByRole('button', { name: 'Newest entries' }))
    expect(await screen.findByText('Access extended')).toBeVisible()
  })

  it('is narrowed by action and by who did it, and leads back from nothing', async () => {
    const { user, server } = openOperations({
      audit: ({ action }) => ({ entries: action ? [] : [anEntry()], nextCursor: null }),
    })
    await screen.findByRole('option', { name: ADMIN_EMAIL })
    await user.selectOptions(screen.getByLabelText('Done by'), ADMIN_EMAIL)
    await waitFor(() =>
      expect(server.inputsOf('admin.operations.audit').at(-1)).toMatchObject({
        adminId: 'admin-1',
        actorKind: null,
      }),
    )
    await user.selectOptions(screen.getByLabelText('Done by'), 'Students')
    await user.selectOptions(screen.getByLabelText('Action'), 'Payout paid')
    expect(await screen.findByText('Nothing on record for this choice')).toBeVisible()
    expect(server.inputsOf('admin.operations.audit').at(-1)).toMatchObject({
      action: 'payout.paid',
      actorKind: 'student',
      adminId: null,
    })
    await user.click(screen.getByRole('button', { name: 'Show everything' }))
    expect(await screen.findByRole('table', { name: 'Entries of the audit log' })).toBeVisible()
    expect(screen.getByLabelText('Done by')).toHaveValue('')
  })

  it('is closed to everybody else', async () => {
    const server = backOffice({ session: () => SIGNED_OUT })
    openScreen({ Screen: OperationsScreen, at: '/admin/operations' })
    expect(await findElsewhere()).toBe('/admin-login')
    expect(server.calls.filter(({ path }) => path.startsWith('admin.operations'))).toEqual([])
  })
})

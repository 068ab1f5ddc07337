import { screen, waitFor, within } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { OperationsBackups } from '#client/features/admin/operations/operations-backups.tsx'
import { OperationsDoctor } from '#client/features/admin/operations/operations-doctor.tsx'
import type { BackupRunOutput, BackupsOutput } from '#shared/schemas/operations.ts'
import { backOffice } from '#tests/client/features/admin/admin-fixtures.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'

function Backups() {
  return (
    <AdminFrame title="Operations">
      <OperationsBackups />
    </AdminFrame>
  )
}

const aRun = (over: Partial<BackupRunOutput> = {}): BackupRunOutput => ({
  startedAt: '2026-11-22T02:00:00.000Z',
  state: 'good',
  seconds: 7,
  fileName: 'ground-school-20261122T020000Z.age',
  bytes: 2_500_000,
  rows: 12_345,
  reason: null,
  ...over,
})

function openBackups(backups: Partial<BackupsOutput>) {
  let isOnHold = backups.isOnHold ?? false
  const server = backOffice({
    operations: {
      backups: () => ({
        isNightly: true,
        hasOwnKey: true,
        backup: aRun(),
        drill: aRun({ state: 'failed', reason: 'The backup is damaged or cut off.' }),
        ...backups,
        isOnHold,
      }),
      release: () => {
        isOnHold = false
        return { success: true as const }
      },
    },
  })
  return { server, user: openScreen({ Screen: Backups, at: '/admin/operations' }) }
}

describe('backups under Operations', () => {
  it('show the last backup and why the last drill failed', async () => {
    openBackups({})
    const rows = await screen.findAllByRole('row')
    expect(rows[1]).toHaveTextContent(/Good.*12,345 rows, 2\.5 MB, 7 s/)
    expect(rows[2]).toHaveTextContent(/Failed.*damaged or cut off/)
    expect(screen.queryByRole('button', { name: 'Release the shop' })).toBeNull()
  })

  it('say that none are made by themselves, and that the key is on this machine alone', async () => {
    openBackups({ isNightly: false, hasOwnKey: false, backup: null, drill: null })
    expect(await screen.findByText(/BACKUP_DIR is not set\..*BACKUP_KEY is not set\./)).toBeVisible()
    expect(screen.getByText('None was made yet')).toBeVisible()
  })

  it('let an admin release a restored shop', async () => {
    const { server, user } = openBackups({ isOnHold: true })
    await user.click(await screen.findByRole('button', { name: 'Release the shop' }))
    expect(await screen.findByText('The Shop Is Released')).toBeVisible()
    expect(server.inputsOf('admin.operations.release')).toHaveLength(1)
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Release the shop' })).toBeNull())
  })
})

describe('the checks under Operations', () => {
  it('run when asked for, and say what to do', async () => {
    const server = backOffice({
      operations: {
        doctor: () => [
          { check: 'database', level: 'good', found: '0.3 ms', remedy: null },
          { check: 'SPF', level: 'bad', found: 'example.com has no record', remedy: 'Add a TXT record' },
        ],
      },
    })
    const user = openScreen({ Screen: OperationsDoctor, at: '/admin/operations' })
    const button = await screen.findByRole('button', { name: 'Check everything' })
    expect(server.inputsOf('admin.operations.doctor')).toEqual([])
    await user.click(button)
    const row = await screen.findByRole('row', { name: /SPF/ })
    expect(within(row).getByText('Does not work')).toBeVisible()
    expect(within(row).getByText('Add a TXT record')).toBeVisible()
  })
})

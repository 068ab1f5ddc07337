import { act, screen, waitFor, within } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { CatalogScreen } from '#client/features/admin/catalog/catalog-screen.tsx'
import { forgetAllUploads, uploadStore } from '#client/features/admin/uploads/upload-store.ts'
import { catalogMessages, mediaRemarks } from '#shared/messages/catalog.ts'
import type { UploadOutput } from '#shared/schemas/catalog-editing.ts'
import { anUpload, catalogServer, READY } from '#tests/client/features/admin/catalog-fixtures.ts'
import { expectNotice } from '#tests/client/features/admin/expect-notice.ts'
import { openScreen } from '#tests/client/features/auth/open-screen.tsx'
import { line } from '#tests/support/fake-sending.ts'
import { refuse } from '#tests/support/fake-server.ts'

vi.mock('#client/features/admin/uploads/tus-transport.ts', () => import('#tests/support/fake-sending.ts'))

/** jsdom plays no videos: the pictures are looked at in tests/browser/catalog.spec.ts. */
const storyboards = vi.hoisted(() => ({ make: async (_url: string) => 'AAAA' }))
vi.mock('#client/features/admin/uploads/make-storyboard.ts', () => ({
  makeStoryboard: (url: string) => storyboards.make(url),
}))

afterEach(async () => {
  await act(async () => forgetAllUploads())
  line.reset()
})

const FILE = new File([new Uint8Array(2_000)], 'air-law.mp4', { type: 'video/mp4' })

async function openFiles(...answers: Parameters<typeof catalogServer>) {
  const server = catalogServer(...answers)
  const user = openScreen({ Screen: CatalogScreen, at: '/admin/catalogue' })
  await user.click(await screen.findByRole('button', { name: 'Edit Air Law' }))
  await user.click(await screen.findByRole('tab', { name: 'Files' }))
  return { server, user }
}

const place = () => within(screen.getByRole('listitem', { name: 'Film' }))
const choose = (user: Awaited<ReturnType<typeof openFiles>>['user'], label: string, file = FILE) =>
  user.upload(screen.getByLabelText(label, { selector: 'input' }), file)

describe('sending a video', () => {
  it('shows how far it is, can be stopped, and goes on', async () => {
    const { user } = await openFiles()
    await choose(user, 'Replace Film of Air Law')
    await waitFor(() => expect(line.moves).toEqual(['start']))
    const [job] = line.jobs
    expect(job?.metadata).toEqual({ slot: 'film', videoId: '1', filename: 'air-law.mp4' })
    act(() => job?.onProgress(1_000))
    expect(screen.getByRole('progressbar', { name: 'Upload of Film' })).toHaveAttribute('aria-valuenow', '50')
    await user.click(screen.getByRole('button', { name: 'Pause Film' }))
    expect(place().getByText('Paused at 50%')).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go on with Film' }))
    await waitFor(() => expect(line.moves).toEqual(['start', 'pause', 'start']))
  })

  it('says why it stopped', async () => {
    const { user } = await openFiles()
    await choose(user, 'Replace Film of Air Law')
    act(() => line.jobs[0]?.onStopped('The file is too large.'))
    expect(place().getByText(catalogMessages.uploadFailed)).toBeVisible()
    expect(place().getByText('The file is too large.')).toBeVisible()
  })

  it('goes on once its code can be loaded', async () => {
    line.failures = 1
    const { user } = await openFiles()
    await choose(user, 'Replace Film of Air Law')
    expect(await place().findByText(catalogMessages.uploadFailed)).toBeVisible()
    await user.click(screen.getByRole('button', { name: 'Go on with Film' }))
    await waitFor(() => expect(line.moves).toEqual(['start']))
    expect(place().queryByText(catalogMessages.uploadFailed)).toBeNull()
  })

  it('is stopped and forgotten when its admin logs out', async () => {
    const { user } = await openFiles({}, { logout: () => ({ success: true }) })
    await choose(user, 'Replace Film of Air Law')
    await waitFor(() => expect(line.moves).toEqual(['start']))
    await user.click(screen.getByRole('button', { name: 'Close' }))
    await user.click(await screen.findByRole('button', { name: 'Log out' }))
    await waitFor(() => expect(line.moves).toEqual(['start', 'pause']))
    expect(uploadStore.read()).toEqual([])
  })

  it('has the whole file checked, and then offers to publish it', async () => {
    let uploads: UploadOutput[] = []
    const { user, server } = await openFiles({
      uploads: () => uploads,
      checkUpload: () => {
        uploads = [anUpload({ ...READY, remarks: [mediaRemarks.noSound] })]
        return uploads
      },
      publishUpload: () => {
        uploads = []
        return { success: true }
      },
    })
    await choose(user, 'Replace Film of Air Law')
    const [job] = line.jobs
    act(() => job?.onBegun('upload-1'))
    act(() => job?.onArrived())
    expect(await place().findByText('air-law.mp4: checked, not published yet')).toBeVisible()
    expect(place().getByText('Runs 91 min 5 s, 1920 by 1080 pixels, 2.0 MB.')).toBeVisible()
    expect(place().getByText(mediaRemarks.noSound)).toBeVisible()
    expect(server.inputsOf('admin.catalog.checkUpload')).toEqual([{ id: 'upload-1' }])

    await user.click(screen.getByRole('button', { name: 'Publish Film' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Replace film?' }))
    expect(question.getByLabelText('Show 91 min in the catalogue')).toBeChecked()
    await waitFor(() =>
      expect(question.getByRole('button', { name: 'Replace' })).not.toHaveAttribute('aria-busy'),
    )
    await user.click(question.getByRole('button', { name: 'Replace' }))
    await expectNotice('New File Published')
    expect(server.inputsOf('admin.catalog.publishUpload')).toEqual([
      { id: 'upload-1', takeDuration: true, storyboard: 'AAAA' },
    ])
    expect(await screen.findByRole('button', { name: 'Replace Film of Air Law' })).toBeVisible()
  })

  it('is discarded here and at the server', async () => {
    const { user, server } = await openFiles({ discardUpload: () => ({ success: true }) })
    await choose(user, 'Replace Film of Air Law')
    act(() => line.jobs[0]?.onBegun('upload-7'))
    await user.click(screen.getByRole('button', { name: 'Discard the upload of Film' }))
    await waitFor(() => expect(server.inputsOf('admin.catalog.discardUpload')).toEqual([{ id: 'upload-7' }]))
    expect(await screen.findByRole('button', { name: 'Replace Film of Air Law' })).toBeVisible()
  })
})

describe('an upload from before the page was loaded', () => {
  it('goes on with the same file, and with no other', async () => {
    const { user } = await openFiles({ uploads: () => [anUpload({ bytes: 2_000, received: 500 })] })
    expect(await place().findByText(catalogMessages.chooseAgain)).toBeVisible()
    const label = 'Choose air-law.mp4 again, for Film'
    await choose(user, label, new File([new Uint8Array(1_999)], 'air-law.mp4'))
    expect(place().getByText(catalogMessages.anotherFile('air-law.mp4'))).toBeVisible()
    expect(line.jobs).toHaveLength(0)
    await choose(user, label)
    await waitFor(() => expect(line.jobs).toMatchObject([{ id: 'upload-1', file: FILE }]))
  })

  it('that is whole is checked at the press of a button', async () => {
    let uploads = [anUpload({ received: 2_000_000 })]
    const { user } = await openFiles({
      uploads: () => uploads,
      checkUpload: () => {
        uploads = [anUpload({ status: 'refused', refusal: 'The film breaks off.' })]
        return uploads
      },
    })
    await user.click(await screen.findByRole('button', { name: 'Check Film' }))
    expect(await place().findByText('air-law.mp4 cannot be used')).toBeVisible()
    expect(place().getByText('The film breaks off.')).toBeVisible()
    expect(screen.getByRole('button', { name: 'Replace Film of Air Law' })).toBeVisible()
  })
})

it('says so when publishing fails, and the file is still there to be published', async () => {
  const { user } = await openFiles({
    uploads: () => [anUpload(READY)],
    publishUpload: () => refuse('STORAGE_REFUSED'),
  })
  await user.click(await screen.findByRole('button', { name: 'Publish Film' }))
  await waitFor(() =>
    expect(screen.getByRole('button', { name: 'Replace' })).not.toHaveAttribute('aria-busy'),
  )
  await user.click(screen.getByRole('button', { name: 'Replace' }))
  await expectNotice('Failed to publish the file')
  expect(await screen.findByRole('button', { name: 'Publish Film' })).toBeVisible()
})

it('publishes a film without pictures for its seek bar where the browser cannot make them, and says so', async () => {
  let fail: (error: Error) => void = () => undefined
  const making = new Promise<string>((_, reject) => {
    fail = reject
  })
  storyboards.make = () => making
  const { user, server } = await openFiles({
    uploads: () => [anUpload(READY)],
    publishUpload: () => ({ success: true }),
  })
  await user.click(await screen.findByRole('button', { name: 'Publish Film' }))
  const replace = await screen.findByRole('button', { name: 'Replace' })
  expect(screen.getByText(catalogMessages.storyboard(0, 0))).toBeVisible()
  await user.click(replace)
  expect(server.inputsOf('admin.catalog.publishUpload')).toEqual([])
  fail(new Error('No canvas'))
  expect(await screen.findByText(catalogMessages.noStoryboard)).toBeVisible()
  await user.click(replace)
  await expectNotice('New File Published')
  expect(server.inputsOf('admin.catalog.publishUpload')).toMatchObject([{ storyboard: null }])
})

it('asks whether a film that runs far from what the catalogue says is the right one', async () => {
  await openFiles({ uploads: () => [anUpload({ ...READY, durationSeconds: 250 })] })
  expect(await place().findByText(catalogMessages.lengthFar('4 min 10 s', 84))).toBeVisible()
})

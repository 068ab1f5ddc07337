import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { findAttention } from '#server/features/operations/attention.ts'
import { eraseStudent } from '#server/features/privacy/erasure.ts'
import { exportData } from '#server/features/privacy/export-data.ts'
import { findQuestions, listQuestions } from '#server/features/questions/queries.ts'
import { answerQuestion, askQuestion, removeInstructorNote } from '#server/features/questions/questions.ts'
import { questionsPerVideo } from '#shared/limits.ts'
import { TEST_NOW } from '#tests/support/deps.ts'
import { makeAdmin } from '#tests/support/factories/admin.ts'
import { readOutbox } from '#tests/support/outbox.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'

let shop: TestShop
let adminId: string
beforeAll(async () => {
  shop = await createTestShop()
  adminId = (await makeAdmin(shop.deps)).id
})
afterAll(() => shop.close())
beforeEach(() => shop.deps.clock.set(TEST_NOW))

const ask = (studentId: string, body = 'Why is west best?', videoId = 2) =>
  askQuestion(shop.deps, { userId: studentId, videoId, positionSeconds: 99.5, body })
const answer = (id: string, note: string | null = null) =>
  answerQuestion(shop.deps, { id, answer: 'Add it to true.', note, adminId })
const read = (studentId: string, videoId = 2) => findQuestions(shop.deps, { studentId, videoId })

describe('a question', () => {
  it('carries film and second to the back office, and waits there', async () => {
    const buyer = await makeBuyer(shop, [2])
    const { id } = await ask(buyer.id)
    const { questions } = await listQuestions(shop.deps, 'open')
    expect(questions.find((one) => one.id === id)).toMatchObject({
      studentId: buyer.id,
      videoId: 2,
      positionSeconds: 99.5,
      body: 'Why is west best?',
      answer: null,
    })
    const { items } = await findAttention(shop.deps)
    expect(items).toContainEqual(
      expect.objectContaining({ kind: 'question', id, place: { to: 'questions' } }),
    )
    expect((await read(buyer.id)).own).toMatchObject([{ id, answer: null }])
  })

  it('wants the film open', async () => {
    const buyer = await makeBuyer(shop, [2])
    await expect(ask(buyer.id, 'And this?', 3)).rejects.toMatchObject({ code: 'NO_ACCESS' })
    shop.deps.clock.set('2027-03-01T10:00:00Z')
    await expect(ask(buyer.id)).rejects.toMatchObject({ code: 'NO_ACCESS' })
  })

  it('is one of so many beside a film', async () => {
    const buyer = await makeBuyer(shop, [2])
    await shop.deps.db.question.createMany({
      data: Array.from({ length: questionsPerVideo - 1 }, (_, index) => ({
        id: `${buyer.id}-${index}`,
        studentId: buyer.id,
        videoId: 2,
        positionSeconds: index,
        body: 'Again?',
        createdAt: shop.deps.clock.now(),
      })),
    })
    const tries = await Promise.allSettled([ask(buyer.id), ask(buyer.id), ask(buyer.id)])
    expect(tries.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    expect((await read(buyer.id)).own).toHaveLength(questionsPerVideo)
  })
})

describe('an answer', () => {
  it('goes by mail and beside the film, once, and is audited without its words', async () => {
    const buyer = await makeBuyer(shop, [2])
    const { id } = await ask(buyer.id)
    const tries = await Promise.allSettled([answer(id), answer(id)])
    expect(tries.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
    expect((await read(buyer.id)).own).toMatchObject([
      { id, answer: 'Add it to true.', answeredAt: TEST_NOW },
    ])
    const mails = await readOutbox(shop.deps, 'question-answered', buyer.email)
    expect(mails.map(({ props }) => props)).toMatchObject([
      { positionSeconds: 99.5, question: 'Why is west best?', answer: 'Add it to true.' },
    ])
    const entries = await shop.deps.db.auditEntry.findMany({ where: { subjectId: buyer.id } })
    expect(entries).toMatchObject([{ action: 'question.answered', actorId: adminId }])
    expect(JSON.stringify(entries)).not.toContain('west')
    const { items } = await findAttention(shop.deps)
    expect(items.map((item) => item.id)).not.toContain(id)
  })

  it('is read by every owner of the film where it is a note for all, without who asked', async () => {
    const buyer = await makeBuyer(shop, [2])
    const other = await makeBuyer(shop, [2])
    const stranger = await makeBuyer(shop, [3])
    const { id } = await ask(buyer.id)
    await answer(id, 'West is best: add westerly variation.')
    const { own, notes } = await read(other.id)
    expect(own).toEqual([])
    expect(notes).toContainEqual({
      id: expect.any(String),
      positionSeconds: 99.5,
      body: 'West is best: add westerly variation.',
    })
    expect(JSON.stringify(notes)).not.toContain(buyer.id)
    expect((await read(stranger.id)).notes).toEqual([])
    shop.deps.clock.set('2027-03-01T10:00:00Z')
    expect((await read(other.id)).notes, 'closed').toEqual([])
  })

  it('is taken back for all, and stays with who asked', async () => {
    const buyer = await makeBuyer(shop, [2])
    const { id } = await ask(buyer.id)
    await answer(id, 'Soon gone')
    const note = (await listQuestions(shop.deps, 'answered')).questions.find((one) => one.id === id)?.note
    await removeInstructorNote(shop.deps, { id: note?.id ?? '', adminId })
    const { own, notes } = await read(buyer.id)
    expect(own).toMatchObject([{ answer: 'Add it to true.' }])
    expect(notes.map(({ body }) => body)).not.toContain('Soon gone')
    await expect(removeInstructorNote(shop.deps, { id: note?.id ?? '', adminId })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    })
  })
})

describe('the account', () => {
  it('takes its questions along, and leaves the instructor’s note', async () => {
    const buyer = await makeBuyer(shop, [2])
    const other = await makeBuyer(shop, [2])
    const { id } = await ask(buyer.id, 'A question of my own')
    await answer(id, 'A note that stays')
    expect(JSON.stringify(await exportData(shop.deps, buyer.id))).toContain('A question of my own')
    await eraseStudent(shop.deps, { studentId: buyer.id, actor: { kind: 'student', id: buyer.id } })
    expect(await shop.deps.db.question.count({ where: { studentId: buyer.id } })).toBe(0)
    expect((await read(other.id)).notes.map(({ body }) => body)).toContain('A note that stays')
    const mails = await shop.deps.db.outboxMessage.findMany({ where: { template: 'question-answered' } })
    expect(JSON.stringify(mails)).not.toContain('A question of my own')
  })
})

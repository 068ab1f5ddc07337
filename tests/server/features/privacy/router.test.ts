import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { makeSession, makeStudent } from '#tests/support/factories/student.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

const refusal = z.object({
  error: z.object({ json: z.object({ message: z.string(), data: z.object({ code: z.string() }) }) }),
})

describe('the account over the wire', () => {
  it('lists and revokes only the caller’s own sessions', async () => {
    const { sessions } = shop
    const list = await shop.call({ as: 'student', path: 'auth.sessions', type: 'query' })
    expect(list.body).toContain(sessions.student.sessionId)
    expect(list.body).not.toContain(sessions.otherStudent.sessionId)

    const answer = await shop.call({
      as: 'student',
      path: 'auth.endSession',
      type: 'mutation',
      input: { sessionId: sessions.otherStudent.sessionId },
    })
    expect(answer.statusCode).toBe(404)
    expect(refusal.parse(answer.json()).error.json.data.code).toBe('SESSION_NOT_FOUND')
    const still = await shop.call({ as: 'otherStudent', path: 'auth.me', type: 'query' })
    expect(still.statusCode).toBe(200)
  })

  it('is never cached, and exported to its owner alone', async () => {
    const { people } = shop
    const mine = await shop.call({ as: 'student', path: 'auth.exportData', type: 'query' })
    expect(mine.statusCode).toBe(200)
    expect(mine.headers['cache-control']).toContain('no-store')
    expect(mine.body).toContain(people.student.email)
    expect(mine.body).not.toContain(people.otherStudent.email)
    for (const as of ['anonymous', 'referer', 'admin', 'expiredStudent'] as const) {
      const refused = await shop.call({ as, path: 'auth.exportData', type: 'query' })
      expect(refused.statusCode).toBe(401)
    }
  })

  it('is erased only with the word and the password, and its session is revoked', async () => {
    const { deps } = shop.shop
    const student = await makeStudent(deps)
    const { token } = await makeSession(deps, { studentId: student.id })
    const call = (path: string, type: 'query' | 'mutation', input?: unknown) =>
      shop.send({
        method: type === 'query' ? 'GET' : 'POST',
        url: `/trpc/${path}`,
        headers: { authorization: `Bearer ${token}` },
        ...(input === undefined ? {} : { body: { json: input } }),
      })
    const erase = (confirmation: string, password = student.password) =>
      call('auth.eraseAccount', 'mutation', { password, confirmation })

    const unconfirmed = await erase('yes')
    expect(unconfirmed.statusCode).toBe(400)
    expect(refusal.parse(unconfirmed.json()).error.json.message).toBe('Please type ERASE in capitals.')
    expect((await erase('ERASE', 'not mine at all')).statusCode).toBe(403)
    expect((await call('auth.me', 'query')).statusCode).toBe(200)

    expect((await erase('ERASE')).statusCode).toBe(200)
    expect((await call('auth.me', 'query')).statusCode).toBe(401)
    expect((await erase('ERASE')).statusCode).toBe(401)
  })
})

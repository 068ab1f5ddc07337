import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { changeEmail, confirmEmailChange } from '#server/features/accounts/email-change.ts'
import { findSession } from '#server/features/accounts/queries.ts'
import { registerStudent } from '#server/features/accounts/registration.ts'
import { signIn } from '#server/features/accounts/sign-in.ts'
import { recordAudit } from '#server/features/audit/audit-entries.ts'
import { sendMail } from '#server/features/mail/send-mail.ts'
import { openVideo } from '#server/features/playback/media-grants.ts'
import { saveProgress } from '#server/features/playback/save-progress.ts'
import { eraseAccount } from '#server/features/privacy/erasure.ts'
import { exportData } from '#server/features/privacy/export-data.ts'
import { newId } from '#server/infra/ids.ts'
import { registerInput } from '#shared/schemas/auth.ts'
import { ask } from '#tests/server/features/refund-requests/asked-order.ts'
import { makeReferer } from '#tests/support/factories/referer.ts'
import { type MadeStudent, makeSession, makeStudent } from '#tests/support/factories/student.ts'
import { newestToken, readOutbox } from '#tests/support/outbox.ts'
import { recordReliability } from '#tests/support/reliability.ts'
import { createTestShop, makeBuyer, type TestShop } from '#tests/support/shop.ts'
import { fillDesk } from './student-desk.ts'

let shop: TestShop
beforeAll(async () => {
  shop = await createTestShop()
})
afterAll(() => shop.close())

const erase = ({ id, password }: MadeStudent) => eraseAccount(shop.deps, { studentId: id, password })

/** Every row of every table as text, as a thief of the database would read it. */
async function wholeDatabase(): Promise<string> {
  const { pool } = shop.deps
  const { rows: tables } = await pool.query<{ name: string }>(
    `select quote_ident(tablename) as name from pg_tables where schemaname = 'public' and tablename <> 'Document'`,
  )
  const texts: string[] = []
  for (const { name } of tables) {
    const { rows } = await pool.query<{ row: string }>(`select row_to_json(t)::text as row from ${name} t`)
    texts.push(...rows.map(({ row }) => `${name} ${row}`))
  }
  return texts.join('\n')
}

/** Sends the waiting mails, as the worker does. */
async function sendWaitingMail(): Promise<void> {
  for (const { outboxId } of shop.deps.queue.take('mail.send')) {
    await sendMail(shop.deps, {
      outboxId,
      renderDocument: async () => ({ filename: 'paper.pdf', content: Buffer.from('%PDF') }),
    })
  }
}

/** A student with data in every feature, under a name and addresses that are used nowhere else. */
async function makeKnownBuyer() {
  const { deps } = shop
  const referer = await makeReferer(deps)
  const buyer = await makeBuyer(shop, [1, 2], referer.code)
  await deps.db.student.update({
    where: { id: buyer.id },
    data: {
      username: 'Zebedee',
      usernameKey: 'zebedee',
      businessName: 'Zebedee Aviation',
      businessCity: 'Zebedeeton',
      newsOptInAt: deps.clock.now(),
    },
  })
  await deps.db.order.update({
    where: { id: buyer.orderId },
    data: { buyer: { fullName: 'Zebedee Quill', country: 'United Kingdom', wantsVatInvoice: true } },
  })
  const before = buyer.email
  const email = 'zebedee.quill@example.com'
  await changeEmail(deps, { studentId: buyer.id, email, password: buyer.password })
  await confirmEmailChange(deps, { token: await newestToken(deps, 'email-change', email), session: null })
  const session = await makeSession(deps, { studentId: buyer.id }, { userAgent: 'Zebedee/1.0' })
  await openVideo(deps, {
    studentId: buyer.id,
    sessionId: session.sessionId,
    videoId: 1,
    playSession: 'zebedee-play',
  })
  await saveProgress(deps, {
    token: session.token,
    address: '127.0.0.1',
    save: {
      userId: buyer.id,
      videoId: 1,
      progress: 40,
      completed: false,
      positionSeconds: 30,
      playSession: 'zebedee-play',
      sequence: 1,
    },
  })
  await fillDesk(shop, { studentId: buyer.id, token: session.token, words: 'Zebedee' })
  // The money of an order that kept the 14 days would stop the erasure.
  const consent = { consentWording: 'Open my films now.', consentAt: deps.clock.now() }
  await deps.db.order.update({ where: { id: buyer.orderId }, data: consent })
  const { id: lineId } = await deps.db.orderLine.findFirstOrThrow({ where: { orderId: buyer.orderId } })
  await ask(shop, { ...buyer, lineIds: [lineId] }, { reason: 'other', message: 'Zebedee meant Navigation' })
  await deps.db.$transaction((tx) =>
    recordAudit(tx, deps, {
      actor: { kind: 'shop' },
      action: 'student.noted',
      subject: { kind: 'student', id: buyer.id },
      details: { said: 'Zebedee rang' },
    }),
  )
  await makeRecipient(before)
  await makeRecipient(email)
  return { ...buyer, email, before, session, referer }
}

async function makeRecipient(address: string): Promise<void> {
  const { deps } = shop
  const now = deps.clock.now()
  const admin = await deps.db.admin.create({
    data: {
      id: newId(now),
      email: `${newId(now)}@example.com`,
      emailKey: newId(now),
      passwordHash: '!',
      createdAt: now,
    },
  })
  await deps.db.campaign.create({
    data: {
      id: newId(now),
      status: 'sending',
      audience: 'students',
      subject: 'A new film',
      htmlContent: '<p>x</p>',
      textContent: 'x',
      createdById: admin.id,
      createdAt: now,
      recipients: {
        create: {
          id: newId(now),
          address,
          addressKey: address.toLowerCase(),
          state: 'queued',
          messageId: newId(now),
        },
      },
    },
  })
}

describe('eraseAccount', () => {
  it('leaves no trace of the person in any table but the documents, once the last mail is sent', async () => {
    const { deps } = shop
    const known = await makeKnownBuyer()
    const traces = [known.email, known.before, 'zebedee', known.username.toLowerCase()]
    const full = (await wholeDatabase()).toLowerCase()
    for (const trace of traces.slice(0, 3)) expect(full).toContain(trace)

    await erase(known)
    const request = { order: { studentId: known.id } }
    expect(await deps.db.refundRequest.findFirst({ where: request })).toMatchObject({
      status: 'withdrawn',
      body: null,
    })
    expect(await deps.db.refundRequestLine.count({ where: { request, isOpen: true } })).toBe(0)
    await sendWaitingMail()

    const left = (await wholeDatabase()).toLowerCase().split('\n')
    for (const trace of traces) expect(left.filter((row) => row.includes(`"${trace}`))).toEqual([])
    expect(left.filter((row) => row.includes('zebedee'))).toEqual([])
    expect(await deps.db.session.count({ where: { studentId: known.id } })).toBe(0)
    const ofStudent = { where: { studentId: known.id } }
    const { progress, note, question, examDate } = deps.db
    const counts = [progress.count(ofStudent), note.count(ofStudent), question.count(ofStudent)]
    expect(await Promise.all([...counts, examDate.count(ofStudent)])).toEqual([0, 0, 0, 0])
    expect(await deps.db.oneTimeToken.count({ where: { studentId: known.id } })).toBe(0)
    expect(await findSession(deps, 'student', known.session.token)).toBeNull()
    expect(await deps.db.campaignRecipient.count({ where: { state: 'queued' } })).toBe(0)
    recordReliability('erasure', left.length, 'rows searched')
  })

  it('keeps documents, orders and the ledger, which hold the student’s id', async () => {
    const { deps } = shop
    const { id, orderId, email, referer, ...rest } = await makeErasable()
    const documents = await deps.db.document.findMany({ where: { studentId: id } })
    expect(documents).toHaveLength(1)
    await erase({ id, email, ...rest })
    expect(await deps.db.document.findMany({ where: { studentId: id } })).toEqual(documents)
    expect(JSON.stringify(documents)).toContain(email)
    recordReliability('erasure', documents.length, 'documents kept')
    const order = await deps.db.order.findUniqueOrThrow({ where: { id: orderId } })
    expect(order).toMatchObject({ status: 'paid', studentId: id, totalPence: 10_800 })
    expect(await deps.db.commission.count({ where: { studentId: id, refererId: referer.id } })).toBe(1)
    const entitlements = await deps.db.entitlement.findMany({ where: { studentId: id } })
    expect(entitlements).toHaveLength(2)
    expect(entitlements.every(({ revokedAt }) => revokedAt !== null)).toBe(true)
  })

  it('mails the former address, and mentions documents only where there are some', async () => {
    const buyer = await makeErasable()
    const newcomer = await makeStudent(shop.deps)
    for (const student of [buyer, newcomer]) await erase(student)
    const [toBuyer] = await readOutbox(shop.deps, 'account-erased', buyer.email)
    const [toNewcomer] = await readOutbox(shop.deps, 'account-erased', newcomer.email)
    expect(toBuyer?.props).toMatchObject({ username: buyer.username, keepsDocuments: true })
    expect(toNewcomer?.props).toMatchObject({ keepsDocuments: false })
  })

  it('ends the account for good, and frees its name and address', async () => {
    const { deps } = shop
    const student = await makeStudent(deps)
    await erase(student)
    const { email, password } = student
    await expect(
      signIn(deps, { email, password, address: '192.0.2.1', userAgent: '' }),
    ).rejects.toMatchObject({ code: 'INVALID_CREDENTIALS' })
    const again = registerInput.parse({ username: student.username, email, password })
    await expect(registerStudent(deps, again)).resolves.toMatchObject({ success: true })
    const { erasedAt, username } = await deps.db.student.findUniqueOrThrow({ where: { id: student.id } })
    expect(erasedAt).toEqual(deps.clock.now())
    expect(username).toBe(`erased-${student.id}`)
  })

  it('requires the password, and leaves other students alone', async () => {
    const { deps } = shop
    const student = await makeErasable()
    const other = await makeErasable()
    const session = await makeSession(deps, { studentId: other.id })
    await expect(erase({ ...student, password: 'not mine at all' })).rejects.toMatchObject({
      code: 'CURRENT_PASSWORD_WRONG',
    })
    expect(await deps.db.student.count({ where: { id: student.id, erasedAt: null } })).toBe(1)
    await erase(student)
    const row = await deps.db.student.findUniqueOrThrow({ where: { id: other.id } })
    expect(row).toMatchObject({ username: other.username, email: other.email, erasedAt: null })
    expect(await findSession(deps, 'student', session.token)).not.toBeNull()
    expect(await readOutbox(deps, 'purchase-confirmation', other.email)).toHaveLength(1)
    const open = { studentId: other.id, revokedAt: null }
    expect(await deps.db.entitlement.count({ where: open })).toBe(2)
  })

  it('keeps mails to the new owner of a former address, and erases those to an address never confirmed', async () => {
    const { deps } = shop
    const student = await makeErasable()
    const { id, password } = student
    const moved = `moved.${student.email}`
    await changeEmail(deps, { studentId: id, email: moved, password })
    await confirmEmailChange(deps, { token: await newestToken(deps, 'email-change', moved), session: null })
    await changeEmail(deps, { studentId: id, email: `never.${student.email}`, password })
    deps.clock.advance(1_000)
    const heir = { username: `heir ${student.username}`, email: student.email, password }
    await registerStudent(deps, registerInput.parse(heir))

    const before = await exportData(deps, id)
    expect(JSON.stringify(before)).not.toContain('verify-email')
    await erase(student)
    expect(await readOutbox(deps, 'verify-email', student.email)).toHaveLength(1)
    expect(await readOutbox(deps, 'purchase-confirmation', student.email)).toEqual([])
    expect(await readOutbox(deps, 'email-change', `never.${student.email}`)).toEqual([])
    expect(await readOutbox(deps, 'email-change', moved)).toEqual([])
  })

  it('happens once for simultaneous requests', async () => {
    const student = await makeErasable()
    const results = await Promise.allSettled([erase(student), erase(student), erase(student)])
    expect(results.some(({ status }) => status === 'fulfilled')).toBe(true)
    for (const result of results) {
      if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'NOT_SIGNED_IN' })
    }
    expect(await readOutbox(shop.deps, 'account-erased', student.email)).toHaveLength(1)
    const entries = await shop.deps.db.auditEntry.findMany({ where: { subjectId: student.id } })
    expect(entries.map(({ action }) => action)).toEqual(['student.erased'])
  })
})

async function makeErasable() {
  const referer = await makeReferer(shop.deps)
  return { ...(await makeBuyer(shop, [1, 2], referer.code)), referer }
}

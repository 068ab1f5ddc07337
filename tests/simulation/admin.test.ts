import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import Stripe from 'stripe'
import { expect, it, onTestFinished } from 'vitest'
import { createTestDatabase } from '#tests/support/database.ts'
import { createAdmin } from './admin.ts'
import { openBooks, type Received } from './far-ends.ts'
import { createPeople } from './people.ts'
import { ADMIN } from './world.ts'

type Answers = Readonly<Record<string, (response: ServerResponse) => void>>

/** Answers by path as the shop would; the rest is not found. */
async function startShop(answers: Answers) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.push(path)
    const answer = answers[path]
    if (answer) answer(response)
    else response.writeHead(404).end()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const address = server.address()
  return { asked, url: `http://127.0.0.1:${typeof address === 'object' && address ? address.port : 0}` }
}

/** The books of a shop that gave one mail up. */
async function openBooksWithFailedMail() {
  const database = await createTestDatabase()
  const books = openBooks(database.url)
  onTestFinished(async () => {
    await books.end()
    await database.drop()
  })
  await books.query(
    `insert into "OutboxMessage" (id, template, "toAddress", props, status, "nextAttemptAt", "messageId", "createdAt")
     values ('m1', 'welcome', 'student@example.com', '{}', 'failed', now(), 'm1@example.com', now())`,
  )
  return books
}

const MAILS = [{ id: 'm1', mayHaveArrived: false, canRetry: true }]

it('lets the admin come back who is told so in the list of failed mails: seed 18003', async () => {
  const received: Received[] = []
  let isAway = true
  const shop = await startShop({
    '/api/admin/login': (response) => {
      const text = 'Your code is 123456'
      received.push({ id: '', to: ADMIN.email, subject: '', text, files: [], unsubscribeUrl: null })
      response.end(JSON.stringify({ sessionToken: 'a' }))
    },
    '/api/admin/verify-code': (response) => response.setHeader('set-cookie', 'admin=b; Path=/').end('{}'),
    '/trpc/admin.operations.failedMails': (response) => {
      if (isAway) response.writeHead(503, { 'retry-after': '1' }).end('{"error":{}}')
      else response.end(JSON.stringify({ result: { data: { json: { mails: MAILS } } } }))
      isAway = false
    },
    '/trpc/admin.operations.retryMail': (response) => response.end('{}'),
  })
  const mail = { received }
  const people = createPeople({
    mail,
    processes: { urls: () => [shop.url] },
    letPass: async () => undefined,
  })
  const admin = createAdmin(
    {
      mail,
      clock: { now: () => new Date() },
      db: await openBooksWithFailedMail(),
      stripe: new Stripe('sk_test_unused'),
      whenIdle: async () => undefined,
    },
    people,
  )
  expect(await admin.attend()).toBe(true)
  expect(shop.asked.at(-1)).toBe('/trpc/admin.operations.retryMail')
})

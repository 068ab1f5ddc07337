import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Mailbox, startMailbox } from '#server/demo/mailbox.ts'
import { devMailbox } from '#server/http/dev-mailbox.ts'
import { createMailer } from '#server/infra/mailer.ts'

const at = new Date('2026-11-21T10:42:00.000Z')
const link = 'https://shop.example.com/verify-email?token=abc&x=1'
let dir: string
let mailbox: Mailbox
let app: FastifyInstance

beforeAll(async () => {
  dir = await mkdtemp(join(tmpdir(), 'dev-mailbox-'))
  mailbox = await startMailbox({ dir, clock: { now: () => at } })
  const mailer = createMailer({ smtpUrl: mailbox.smtpUrl, requireTls: false, from: 'shop@example.com' })
  await mailer.send({
    messageId: '<1@example.com>',
    date: at,
    to: 'sam@example.com',
    subject: 'Confirm <b>your</b> address',
    html: '<html><head><title>x</title></head><body><a href="https://shop.example.com">Go</a><script>alert(1)</script></body></html>',
    text: `Confirm address ${link}.\n<script>alert(2)</script>`,
    attachments: [
      { filename: 'Rechnung "ö".pdf', contentType: 'application/pdf', content: Buffer.from('%PDF-1') },
    ],
  })
  await mailer.send({
    messageId: '<2@example.com>',
    date: at,
    to: 'alex@example.com',
    subject: 'Second',
    html: '<p>2</p>',
    text: 'Second',
  })
  await mailer.close()
  app = Fastify()
  await app.register(devMailbox(mailbox))
})

afterAll(async () => {
  await app.close()
  await mailbox.close()
  await rm(dir, { recursive: true, force: true })
})

test('lists addresses and subjects, newest first, each mail with a link', async () => {
  const answer = await app.inject('/dev/mail')

  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(answer.headers['cache-control']).toBe('no-store')
  const links = [...answer.body.matchAll(/href="(\/dev\/mail\/\d+)"/g)].map((match) => match[1])
  expect(links).toEqual(['/dev/mail/00000002', '/dev/mail/00000001'])
  expect(answer.body).toContain('sam@example.com')
  expect(answer.body).toContain('Confirm &lt;b&gt;your&lt;/b&gt; address')
})

test('its own pages carry neither inline style nor script, and forbid them', async () => {
  for (const url of ['/dev/mail', '/dev/mail/00000001']) {
    const answer = await app.inject(url)
    const policy = String(answer.headers['content-security-policy'])
    expect(policy).toContain("default-src 'none'")
    expect(policy).not.toContain('unsafe-inline')
    expect(answer.body).not.toMatch(/<script|<style|\sstyle=|\son\w+=/i)
  }
  expect((await app.inject('/dev/mail/style.css')).headers['content-type']).toContain('text/css')
})

test('shows the mails of one address, and says so where there are none', async () => {
  const found = await app.inject('/dev/mail?to=SAM@example.com')
  expect(found.body).toContain('/dev/mail/00000001')
  expect(found.body).not.toContain('/dev/mail/00000002')

  const none = await app.inject('/dev/mail?to=%3Cimg%3E')
  expect(none.statusCode).toBe(200)
  expect(none.body).toContain('No mail to &lt;img&gt;.')
})

test('makes the links of the text part pressable, without the full stop behind them', async () => {
  const { body } = await app.inject('/dev/mail/00000001')

  const escaped = link.replace('&', '&amp;')
  expect(body).toContain(`<a href="${escaped}">${escaped}</a>.`)
  expect(body).toContain('&lt;script&gt;alert(2)&lt;/script&gt;')
})

test('shows the HTML part in a sandbox without scripts', async () => {
  expect((await app.inject('/dev/mail/00000001')).body).toMatch(
    /<iframe src="\/dev\/mail\/00000001\/html" [^>]*sandbox="allow-popups allow-popups-to-escape-sandbox">/,
  )
  const answer = await app.inject('/dev/mail/00000001/html')
  const policy = String(answer.headers['content-security-policy'])
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("style-src 'unsafe-inline'")
  expect(policy).toMatch(/sandbox allow-popups/)
  expect(policy).not.toMatch(/script-src|allow-scripts|allow-same-origin/)
  expect(answer.body).toContain('<head><base target="_blank">')
})

test('hands out attachments as downloads', async () => {
  const answer = await app.inject('/dev/mail/00000001/attachments/0')

  expect(answer.rawPayload.toString()).toBe('%PDF-1')
  expect(answer.headers['content-type']).toBe('application/pdf')
  expect(answer.headers['content-disposition']).toBe(
    "attachment; filename*=UTF-8''Rechnung%20%22%C3%B6%22.pdf",
  )
})

test('gives tests and tools the same as JSON', async () => {
  const answer = await app.inject('/dev/mail.json?to=sam@example.com')

  expect(answer.json()).toEqual({
    messages: [
      {
        id: '00000001',
        url: '/dev/mail/00000001',
        receivedAt: '2026-11-21T10:42:00.000Z',
        messageId: '<1@example.com>',
        from: 'shop@example.com',
        to: ['sam@example.com'],
        subject: 'Confirm <b>your</b> address',
        text: expect.stringContaining(link),
        links: [link],
        attachments: [
          {
            filename: 'Rechnung "ö".pdf',
            contentType: 'application/pdf',
            size: 6,
            url: '/dev/mail/00000001/attachments/0',
          },
        ],
      },
    ],
  })
})

test.each([
  '/dev/mail/00000009',
  '/dev/mail/..%2f..%2fetc%2fpasswd',
  '/dev/mail/00000009/html',
  '/dev/mail/00000001/attachments/7',
  '/dev/mail/00000001/attachments/x',
])('answers 404 to %s', async (url) => {
  const answer = await app.inject(url)
  expect(answer.statusCode).toBe(404)
  expect(answer.body).toContain('No such mail')
})

import type { FastifyPluginAsync, FastifyReply } from 'fastify'
import { z } from 'zod'
import {
  linksIn,
  mailListPage,
  mailPage,
  missingPage,
  styleSheet,
  withLinksInNewTab,
} from './dev-mailbox-pages.ts'
import type { MailboxView, StoredMail } from './mailbox-view.ts'

const query = z.object({ to: z.string().trim().min(1).max(254).optional().catch(undefined) })
const byId = z.object({ id: z.string().regex(/^\d{1,12}$/) })
const byIndex = byId.extend({ index: z.coerce.number().int().min(0).max(99) })
const listed = 50

const pagePolicy =
  "default-src 'none'; style-src 'self'; frame-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

/** A mail brings its own styles; it gets no script, no origin and no way to send a form. */
const mailPolicy =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data: https:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'; sandbox allow-popups allow-popups-to-escape-sandbox"

/**
 * Shows a local mailbox at `/dev/mail`, rendered here and readable without script; `/dev/mail.json` is for tests
 * and tools. The mails hold sign-in codes and reset links, so this is registered for a demo mailbox alone.
 */
export function devMailbox(mailbox: MailboxView): FastifyPluginAsync {
  return async (app) => {
    app.addHook('onSend', async (_request, reply) => {
      reply.header('cache-control', 'no-store').header('x-content-type-options', 'nosniff')
    })

    app.get('/dev/mail', async (request, reply) => {
      const { to } = query.parse(request.query)
      return sendPage(reply, mailListPage(await mailbox.list({ to }), to))
    })

    app.get('/dev/mail.json', async (request) => {
      const { to } = query.parse(request.query)
      const summaries = await mailbox.list({ to, limit: listed })
      const mails = await Promise.all(summaries.map(({ id }) => mailbox.read(id)))
      return { messages: mails.filter((mail) => mail !== null).map(presentMail) }
    })

    app.get('/dev/mail/style.css', async (_request, reply) => reply.type('text/css').send(styleSheet))

    app.get('/dev/mail/:id', async (request, reply) => {
      const params = byId.safeParse(request.params)
      const mail = params.success ? await mailbox.read(params.data.id) : null
      if (mail === null) return sendPage(reply.code(404), missingPage())
      return sendPage(reply, mailPage(mail))
    })

    app.get('/dev/mail/:id/html', async (request, reply) => {
      const params = byId.safeParse(request.params)
      const html = params.success ? (await mailbox.read(params.data.id))?.html : null
      if (typeof html !== 'string') return sendPage(reply.code(404), missingPage())
      return reply
        .header('content-security-policy', mailPolicy)
        .header('x-frame-options', 'SAMEORIGIN')
        .type('text/html; charset=utf-8')
        .send(withLinksInNewTab(html))
    })

    app.get('/dev/mail/:id/attachments/:index', async (request, reply) => {
      const params = byIndex.safeParse(request.params)
      const file = params.success ? await mailbox.attachment(params.data.id, params.data.index) : null
      if (file === null) return sendPage(reply.code(404), missingPage())
      return reply
        .header('content-security-policy', "default-src 'none'; sandbox")
        .header('content-disposition', `attachment; filename*=UTF-8''${encodeURIComponent(file.filename)}`)
        .type(file.contentType)
        .send(file.content)
    })
  }
}

function sendPage(reply: FastifyReply, html: string) {
  return reply.header('content-security-policy', pagePolicy).type('text/html; charset=utf-8').send(html)
}

function presentMail(mail: StoredMail) {
  return {
    id: mail.id,
    url: `/dev/mail/${mail.id}`,
    receivedAt: mail.receivedAt,
    messageId: mail.messageId,
    from: mail.from,
    to: mail.to,
    subject: mail.subject,
    text: mail.text ?? '',
    links: linksIn(mail.text ?? ''),
    attachments: mail.attachments.map((file, index) => ({
      ...file,
      url: `/dev/mail/${mail.id}/attachments/${index}`,
    })),
  }
}

import type { FastifyInstance, FastifyReply } from 'fastify'
import type { Deps } from '#server/deps.ts'
import { type LinkState, readLink, unsubscribe } from '#server/features/campaigns/unsubscribe.ts'
import { unsubscribePage, unsubscribeStyle } from './unsubscribe-page.ts'

const PATH = '/api/unsubscribe/:token'
const STYLE_PATH = '/api/unsubscribe.css'
/** A browser sends one field, a mail program one or two. */
const LARGEST_BODY_BYTES = 4 * 1024

type Token = { Params: { token: string } }

/**
 * What the link in every campaign leads to: a page that confirms, and a POST that unsubscribes without sign-in. Mail
 * programs post by themselves (RFC 8058), from no page, so there is no origin to check: the token is the proof.
 */
export async function registerUnsubscribe(app: FastifyInstance, deps: Deps): Promise<void> {
  await app.register(async (scope) => {
    // What the body says changes nothing, in whichever form it comes.
    scope.removeAllContentTypeParsers()
    const parser = { parseAs: 'buffer', bodyLimit: LARGEST_BODY_BYTES } as const
    scope.addContentTypeParser('*', parser, (_request, body, done) => done(null, body))

    scope.get(STYLE_PATH, (_request, reply) => reply.type('text/css; charset=utf-8').send(unsubscribeStyle))
    scope.get<Token>(PATH, async (request, reply) =>
      answer(reply, await readLink(deps, request.params.token)),
    )
    scope.post<Token>(PATH, { bodyLimit: LARGEST_BODY_BYTES }, async (request, reply) => {
      return answer(reply, await unsubscribe(deps, request.params.token))
    })
  })

  function answer(reply: FastifyReply, link: LinkState) {
    return (
      reply
        .code(link.state === 'unknown' ? 404 : 200)
        .header('cache-control', 'no-store')
        // The address of the page is the proof: no other site may learn it.
        .header('referrer-policy', 'no-referrer')
        .header('x-robots-tag', 'noindex')
        .type('text/html; charset=utf-8')
        .send(unsubscribePage(link, { stylePath: STYLE_PATH, seller: deps.config.seller }))
    )
  }
}

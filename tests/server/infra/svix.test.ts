import { describe, expect, it } from 'vitest'
import { isSignedBySvix, signedHeaders } from '#server/infra/svix.ts'
import { SVIX_EXAMPLE } from '#tests/support/provider-reports.ts'

const { secret, headers, body } = SVIX_EXAMPLE
const sentAt = Number(headers['svix-timestamp']) * 1000
const check = (changes: { headers?: object; body?: string; secret?: string; afterMs?: number }) =>
  isSignedBySvix({
    secret: changes.secret ?? secret,
    headers: { ...headers, ...changes.headers },
    body: Buffer.from(changes.body ?? body),
    now: new Date(sentAt + (changes.afterMs ?? 0)),
  })

describe('a signature of Svix', () => {
  it('is right as Svix publishes it, five minutes before and after, and beside others', () => {
    expect(check({})).toBe(true)
    expect(check({ afterMs: 300_000 })).toBe(true)
    expect(check({ afterMs: -300_000 })).toBe(true)
    const other = 'v1,Ceo5qEr07ixe2NLpvHk3FH9bwy/WavXrAFQ/9tdO6mc='
    expect(check({ headers: { 'svix-signature': `${other} ${headers['svix-signature']}` } })).toBe(true)
  })

  it.each([
    ['replayed later', { afterMs: 301_000 }],
    ['from the future', { afterMs: -301_000 }],
    ['of another body', { body: `${body} ` }],
    ['of another message', { headers: { 'svix-id': 'msg_other' } }],
    ['moved in time', { headers: { 'svix-timestamp': '1614265331' } }],
    ['by another secret', { secret: `whsec_${Buffer.from('another secret').toString('base64')}` }],
    ['of another version', { headers: { 'svix-signature': headers['svix-signature'].replace('v1', 'v2') } }],
    ['cut short', { headers: { 'svix-signature': 'v1,' } }],
    ['missing', { headers: { 'svix-signature': undefined } }],
  ])('is refused %s', (_name, changes) => {
    expect(check(changes)).toBe(false)
  })
})

it('what the shop signs is the published example to the letter, under the names of Standard Webhooks', () => {
  const signed = signedHeaders({ secret, id: headers['svix-id'], body, now: new Date(sentAt + 999) })
  expect(signed).toEqual({
    'webhook-id': headers['svix-id'],
    'webhook-timestamp': headers['svix-timestamp'],
    'webhook-signature': headers['svix-signature'],
  })
})

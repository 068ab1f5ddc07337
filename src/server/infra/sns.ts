import { createVerify, X509Certificate } from 'node:crypto'
import { z } from 'zod'
import type { Clock } from './clock.ts'

/** What Amazon SNS posts, as it publishes it; unknown fields are ignored. */
const snsMessage = z.object({
  Type: z.enum(['Notification', 'SubscriptionConfirmation', 'UnsubscribeConfirmation']),
  MessageId: z.string(),
  TopicArn: z.string(),
  Subject: z.string().nullish(),
  Message: z.string(),
  Timestamp: z.iso.datetime(),
  SubscribeURL: z.string().optional(),
  Token: z.string().optional(),
  SignatureVersion: z.enum(['1', '2']),
  Signature: z.string(),
  SigningCertURL: z.string(),
})
type SnsMessage = z.output<typeof snsMessage>

/** Reads the text at an address of Amazon's; throws where there is no answer of 200. */
type ReadText = (url: string) => Promise<string>

/** The one topic that the shop listens to. */
export type Sns = {
  /**
   * The message, once topic, time and signature are right; null where one of them is not. `beforeAsking` may refuse, by throwing, that Amazon
   * is asked for a certificate that is not known yet: anyone can name one. Throws where Amazon is unavailable, too.
   */
  read(body: Buffer, beforeAsking: () => Promise<void>): Promise<SnsMessage | null>
  /** Answers a SubscriptionConfirmation that `read` returned. */
  confirm(message: SnsMessage): Promise<void>
}

/** A delivery policy retries for an hour at most, with the time of the first attempt. */
const OLDEST_MS = 65 * 60_000
const NEWEST_MS = 5 * 60_000
const TIMEOUT_MS = 10_000
const LARGEST_TEXT = 64 * 1024

const NAMES = {
  Notification: ['Message', 'MessageId', 'Subject', 'Timestamp', 'TopicArn', 'Type'],
  SubscriptionConfirmation: [
    'Message',
    'MessageId',
    'SubscribeURL',
    'Timestamp',
    'Token',
    'TopicArn',
    'Type',
  ],
  UnsubscribeConfirmation: ['Message', 'MessageId', 'SubscribeURL', 'Timestamp', 'Token', 'TopicArn', 'Type'],
} as const

type SnsSettings = { topicArn: string; clock: Clock; readText?: ReadText }

/**
 * Amazon SNS for one topic. Certificates are read from the SNS host of the topic's own region alone, and no address
 * that a message names is called: the confirmation is built from its token.
 */
export function createSns({ topicArn, clock, readText = readTextOverTls }: SnsSettings): Sns {
  const origin = originOf(topicArn)
  const certificates = new Map<string, Promise<X509Certificate>>()

  function findCertificate(url: string): Promise<X509Certificate> {
    const known = certificates.get(url)
    if (known) return known
    const read = readText(url).then((pem) => new X509Certificate(pem))
    certificates.set(url, read)
    read.catch(() => certificates.delete(url))
    return read
  }

  return {
    async read(body, beforeAsking) {
      const message = parse(body)
      if (message === null || message.TopicArn !== topicArn) return null
      const age = clock.now().getTime() - Date.parse(message.Timestamp)
      if (age > OLDEST_MS || age < -NEWEST_MS) return null
      if (!isCertificateUrl(message.SigningCertURL, origin)) return null
      if (!certificates.has(message.SigningCertURL)) await beforeAsking()
      const certificate = await findCertificate(message.SigningCertURL)
      return isValidAt(certificate, clock.now()) && isSigned(message, certificate) ? message : null
    },
    async confirm({ Token = '' }) {
      const query = new URLSearchParams({ Action: 'ConfirmSubscription', TopicArn: topicArn, Token })
      await readText(`${origin}/?${query}`)
    },
  }
}

/** The region stands in the topic's name: arn:aws:sns:eu-west-2:123456789012:bounces. */
function originOf(topicArn: string): string {
  const [, partition, , region] = topicArn.split(':')
  return `https://sns.${region}.amazonaws.com${partition === 'aws-cn' ? '.cn' : ''}`
}

function parse(body: Buffer): SnsMessage | null {
  try {
    return snsMessage.parse(JSON.parse(body.toString('utf8')))
  } catch {
    return null
  }
}

function isCertificateUrl(text: string, origin: string): boolean {
  return (
    text.startsWith(`${origin}/`) && /^\/SimpleNotificationService-\w+\.pem$/.test(text.slice(origin.length))
  )
}

function isValidAt({ validFrom, validTo }: X509Certificate, now: Date): boolean {
  return Date.parse(validFrom) <= now.getTime() && now.getTime() <= Date.parse(validTo)
}

function isSigned(message: SnsMessage, { publicKey }: X509Certificate): boolean {
  const verifier = createVerify(message.SignatureVersion === '1' ? 'RSA-SHA1' : 'RSA-SHA256')
  for (const name of NAMES[message.Type]) {
    const value = message[name] ?? null
    if (value !== null) verifier.update(`${name}\n${value}\n`)
  }
  return verifier.verify(publicKey, message.Signature, 'base64')
}

async function readTextOverTls(url: string): Promise<string> {
  const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) })
  const text = await response.text()
  if (!response.ok || text.length > LARGEST_TEXT) throw new Error(`Amazon SNS answered ${response.status}`)
  return text
}

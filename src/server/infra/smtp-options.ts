import { parseConnectionUrl } from 'nodemailer/lib/shared'

/** Where the mail server is, and whether a byte of mail may go to it without TLS and a certificate that was verified. */
export type SmtpSettings = { smtpUrl: string; requireTls: boolean }

const TEN_SECONDS = 10_000
const ONE_MINUTE = 60_000

/**
 * The one way to the mail server, for single mails and campaigns alike. Passwords, codes and reset links go along it, so
 * that with `requireTls` nothing in the address can take TLS back, nor can an attacker on the network who hides STARTTLS.
 */
export function smtpOptions({ smtpUrl, requireTls }: SmtpSettings) {
  const options = {
    ...parseConnectionUrl(smtpUrl),
    connectionTimeout: TEN_SECONDS,
    greetingTimeout: TEN_SECONDS,
    socketTimeout: ONE_MINUTE,
  }
  if (!requireTls) return options
  return {
    ...options,
    requireTLS: true,
    ignoreTLS: false,
    opportunisticTLS: false,
    tls: { ...options.tls, rejectUnauthorized: true },
  }
}

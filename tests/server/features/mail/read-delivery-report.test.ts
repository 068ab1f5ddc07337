import { describe, expect, it } from 'vitest'
import { readDeliveryReport } from '#server/features/mail/read-delivery-report.ts'

function report(type: string, parts: [string, string][]): Buffer {
  const body = parts.map(([partType, text]) => `--b\r\nContent-Type: ${partType}\r\n\r\n${text}\r\n`).join('')
  return Buffer.from(
    `From: MAILER-DAEMON@mx.example\r\nTo: shop@example.com\r\nSubject: Undelivered\r\nMIME-Version: 1.0\r\n` +
      `Content-Type: multipart/report; report-type=${type}; boundary=b\r\n\r\n${body}--b--\r\n`,
  )
}

const original =
  'From: shop@example.com\r\nMessage-ID: <row-1@shop.example.com>\r\nSubject: News\r\n\r\nHello'

function status(...recipients: string[]): string {
  return ['Reporting-MTA: dns; mx.example', ...recipients].join('\r\n\r\n')
}

describe('readDeliveryReport', () => {
  it('reads the recipient, the reason and the mail of a bounce', async () => {
    const raw = report('delivery-status', [
      ['text/plain', 'Sorry.'],
      [
        'message/delivery-status',
        status(
          'Final-Recipient: rfc822; sam@example.com\r\nAction: failed\r\nStatus: 5.1.1\r\n' +
            'Diagnostic-Code: smtp; 550 5.1.1\r\n No such user',
        ),
      ],
      ['message/rfc822', original],
    ])
    expect(await readDeliveryReport(raw)).toEqual([
      {
        type: 'bounced',
        address: 'sam@example.com',
        messageId: '<row-1@shop.example.com>',
        isPermanent: true,
        detail: 'smtp; 550 5.1.1 No such user',
      },
    ])
  })

  it('reads several recipients, temporary failures and deliveries', async () => {
    const raw = report('delivery-status', [
      [
        'message/delivery-status',
        status(
          'Final-Recipient: rfc822; full@example.com\r\nAction: failed\r\nStatus: 4.2.2',
          'Original-Recipient: rfc822;ok@example.com\r\nFinal-Recipient: rfc822; other@example.com\r\nAction: delivered\r\nStatus: 2.0.0',
          'Final-Recipient: rfc822; slow@example.com\r\nAction: delayed\r\nStatus: 4.4.1',
        ),
      ],
      ['text/rfc822-headers', original.split('\r\n\r\n')[0] ?? ''],
    ])
    const read = await readDeliveryReport(raw)
    expect(read.map(({ type, address, isPermanent }) => [type, address, isPermanent])).toEqual([
      ['bounced', 'full@example.com', false],
      ['delivered', 'ok@example.com', false],
    ])
    expect(read[0]?.messageId).toBe('<row-1@shop.example.com>')
  })

  it('reads a complaint', async () => {
    const raw = report('feedback-report', [
      ['text/plain', 'This is spam.'],
      [
        'message/feedback-report',
        'Feedback-Type: abuse\r\nVersion: 1\r\nOriginal-Rcpt-To: <sam@example.com>',
      ],
      ['message/rfc822', original],
    ])
    expect(await readDeliveryReport(raw)).toEqual([
      {
        type: 'complained',
        address: 'sam@example.com',
        messageId: '<row-1@shop.example.com>',
        isPermanent: true,
        detail: 'abuse',
      },
    ])
  })

  it.each([
    ['an ordinary mail', Buffer.from('From: a@example.com\r\nSubject: Hi\r\n\r\nOut of office')],
    ['nothing', Buffer.alloc(0)],
    ['noise', Buffer.from([0, 255, 13, 10, 7])],
  ])('finds no report in %s', async (_name, raw) => {
    expect(await readDeliveryReport(raw)).toEqual([])
  })
})

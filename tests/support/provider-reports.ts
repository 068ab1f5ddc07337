/**
 * Reports of mail providers as they publish them, without the headers of the mail they are about.
 * Amazon SES: docs.aws.amazon.com/ses/latest/dg/notification-examples.html and notification-contents.html.
 */
const sesMail = {
  timestamp: '2016-01-27T14:59:38.237Z',
  source: 'john@example.com',
  sourceArn: 'arn:aws:ses:us-east-1:888888888888:identity/example.com',
  messageId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa0680-000000',
  destination: ['jane@example.com', 'mary@example.com', 'richard@example.com'],
  headersTruncated: false,
  headers: [{ name: 'Message-ID', value: 'custom-message-ID' }],
  commonHeaders: {
    from: ['John Doe <john@example.com>'],
    date: 'Wed, 27 Jan 2016 14:05:45 +0000',
    to: ['Jane Doe <jane@example.com>, Mary Doe <mary@example.com>, Richard Doe <richard@example.com>'],
    messageId: 'custom-message-ID',
    subject: 'Hello',
  },
}

export const sesBounce = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    reportingMTA: 'dns; email.example.com',
    bouncedRecipients: [
      {
        emailAddress: 'jane@example.com',
        status: '5.1.1',
        action: 'failed',
        diagnosticCode: 'smtp; 550 5.1.1 <jane@example.com>... User',
      },
    ],
    bounceSubType: 'General',
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '00000138111222aa-33322211-cccc-cccc-cccc-ddddaaaa068a-000000',
    remoteMtaIp: '127.0.2.0',
  },
  mail: sesMail,
}

export const sesBounceWithoutStatus = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [{ emailAddress: 'jane@example.com' }, { emailAddress: 'richard@example.com' }],
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '00000137860315fd-869464a4-8680-4114-98d3-716fe35851f9-000000',
    remoteMtaIp: '127.0.2.0',
  },
  mail: sesMail,
}

/** The example of the `bounce` object itself, whose second recipient is only delayed. */
export const sesBounceOfTwoKinds = {
  notificationType: 'Bounce',
  bounce: {
    bounceType: 'Permanent',
    bounceSubType: 'General',
    bouncedRecipients: [
      {
        status: '5.0.0',
        action: 'failed',
        diagnosticCode: 'smtp; 550 user unknown',
        emailAddress: 'recipient1@example.com',
      },
      { status: '4.0.0', action: 'delayed', emailAddress: 'recipient2@example.com' },
    ],
    reportingMTA: 'example.com',
    timestamp: '2012-05-25T14:59:38.605Z',
    feedbackId: '000001378603176d-5a4b5ad9-6f30-4198-a8c3-b1eb0c270a1d-000000',
    remoteMtaIp: '127.0.2.0',
  },
  mail: sesMail,
}

export const sesComplaint = {
  notificationType: 'Complaint',
  complaint: {
    userAgent: 'AnyCompany Feedback Loop (V0.01)',
    complainedRecipients: [{ emailAddress: 'richard@example.com' }],
    complaintFeedbackType: 'abuse',
    arrivalDate: '2016-01-27T14:59:38.237Z',
    timestamp: '2016-01-27T14:59:38.237Z',
    feedbackId: '000001378603177f-18c07c78-fa81-4a58-9dd1-fedc3cb8f49a-000000',
  },
  mail: sesMail,
}

export const sesDelivery = {
  notificationType: 'Delivery',
  mail: { ...sesMail, destination: ['jane@example.com'] },
  delivery: {
    timestamp: '2016-01-27T14:59:38.237Z',
    recipients: ['jane@example.com'],
    processingTimeMillis: 546,
    reportingMTA: 'a8-70.smtp-out.amazonses.com',
    smtpResponse: '250 ok:  Message 64111812 accepted',
    remoteMtaIp: '127.0.2.0',
  },
}

/** docs.aws.amazon.com/sns/latest/dg/http-subscription-confirmation-json.html */
export const snsConfirmation = {
  Type: 'SubscriptionConfirmation',
  MessageId: '165545c9-2a5c-472c-8df2-7ff2be2b3b1b',
  Token: '2336412f37...',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Message:
    'You have chosen to subscribe to the topic arn:aws:sns:us-west-2:123456789012:MyTopic.\nTo confirm the subscription, visit the SubscribeURL included in this message.',
  SubscribeURL:
    'https://sns.us-west-2.amazonaws.com/?Action=ConfirmSubscription&TopicArn=arn:aws:sns:us-west-2:123456789012:MyTopic&Token=2336412f37...',
  Timestamp: '2012-04-26T20:45:04.751Z',
  SignatureVersion: '1',
  SigningCertURL:
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
}

/** docs.aws.amazon.com/sns/latest/dg/http-notification-json.html */
export const snsNotification = {
  Type: 'Notification',
  MessageId: '22b80b92-fdea-4c2c-8f9d-bdfb0c7bf324',
  TopicArn: 'arn:aws:sns:us-west-2:123456789012:MyTopic',
  Subject: 'My First Message',
  Message: 'Hello world!',
  Timestamp: '2012-05-02T00:54:06.655Z',
  SignatureVersion: '1',
  SigningCertURL:
    'https://sns.us-west-2.amazonaws.com/SimpleNotificationService-f3ecfb7224c7233fe7bb5f59f96de52f.pem',
  UnsubscribeURL:
    'https://sns.us-west-2.amazonaws.com/?Action=Unsubscribe&SubscriptionArn=arn:aws:sns:us-west-2:123456789012:MyTopic:c9135db0-26c4-47ec-8998-413945fb5a96',
}

/** postmarkapp.com/developer/webhooks/bounce-webhook and postmarkapp.com/email-webhooks */
export const postmarkBounce = {
  RecordType: 'Bounce',
  ID: 42,
  Type: 'HardBounce',
  TypeCode: 1,
  Name: 'Hard bounce',
  Tag: 'Test',
  MessageID: '883953f4-6105-42a2-a16a-77a8eac79483',
  Description: 'The server was unable to deliver your message (ex: unknown user, mailbox not found).',
  Details: 'Test bounce details',
  Email: 'john@example.com',
  BouncedAt: '2014-08-01T13:28:10.2735393-04:00',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: true,
  Subject: 'Test subject',
}

/** postmarkapp.com/developer/webhooks/spam-complaint-webhook */
export const postmarkComplaint = {
  RecordType: 'SpamComplaint',
  MessageStream: 'outbound',
  ID: 42,
  Type: 'SpamComplaint',
  TypeCode: 512,
  Name: 'Spam complaint',
  Tag: 'Test',
  MessageID: '00000000-0000-0000-0000-000000000000',
  Metadata: { a_key: 'a_value', b_key: 'b_value' },
  ServerID: 1234,
  Description: '',
  Details: 'Test spam complaint details',
  Email: 'john@example.com',
  From: 'sender@example.com',
  BouncedAt: '2019-11-05T16:33:54.9070259Z',
  DumpAvailable: true,
  Inactive: true,
  CanActivate: false,
  Subject: 'Test subject',
  Content: '<Abuse report dump>',
}

/** postmarkapp.com/developer/api/bounce-api lists the types; these mean nothing for the address. */
export const POSTMARK_PASSING_TYPES = [
  'Transient',
  'AutoResponder',
  'AddressChange',
  'DnsError',
  'SpamNotification',
  'SoftBounce',
  'Blocked',
  'SMTPApiError',
  'DMARCPolicy',
]

/** resend.com/docs/webhooks/emails/bounced */
export const resendBounce = {
  type: 'email.bounced',
  created_at: '2024-11-22T23:41:12.126Z',
  data: {
    broadcast_id: '8b146471-e88e-4322-86af-016cd36fd216',
    created_at: '2024-11-22T23:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    message_id: '<111-222-333@email.example.com>',
    from: 'Acme <onboarding@resend.dev>',
    to: ['delivered@resend.dev'],
    subject: 'Sending this example',
    template_id: '43f68331-0622-4e15-8202-246a0388854b',
    bounce: {
      message:
        "The recipient's email address is on the suppression list because it has a recent history of producing hard bounces.",
      subType: 'Suppressed',
      type: 'Permanent',
    },
    tags: { category: 'confirm_email' },
  },
}

/** resend.com/docs/webhooks/emails/complained */
export const resendComplaint = {
  type: 'email.complained',
  created_at: '2024-02-22T23:41:12.126Z',
  data: {
    broadcast_id: '8b146471-e88e-4322-86af-016cd36fd216',
    created_at: '2024-02-22T23:41:11.894719+00:00',
    email_id: '56761188-7520-42d8-8898-ff6fc54ce618',
    from: 'Acme <onboarding@resend.dev>',
    to: ['delivered@resend.dev'],
    subject: 'Sending this example',
    template_id: '43f68331-0622-4e15-8202-246a0388854b',
    tags: { category: 'confirm_email' },
  },
}

/** docs.svix.com/receiving/verifying-payloads/how: what Svix signs with this secret. */
export const SVIX_EXAMPLE = {
  secret: 'whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw',
  headers: {
    'svix-id': 'msg_p5jXN8AQM9LWM0D4loKWxJek',
    'svix-timestamp': '1614265330',
    'svix-signature': 'v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=',
  },
  body: '{"test": 2432232314}',
}

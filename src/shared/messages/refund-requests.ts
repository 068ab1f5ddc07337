import type { REQUEST_WISHES, RequestReason } from '#shared/refunds/refund-requests.ts'

/** Copy of what students ask back, and of the answer. */
export const requestMessages = {
  answerRequired: 'Please choose an answer.',
  title: 'Your order',
  link: 'Something wrong?',
  asked: (wish: (typeof REQUEST_WISHES)[number], day: string) =>
    `${wish === 'exchange' ? 'Exchange' : 'Refund'} asked for on ${day}`,
  leadsTo: 'Exchange a film bought by mistake, or ask for a refund.',
  notBought: 'Nothing was paid for this with your account, so there is nothing to give back.',
  videosRequired: 'Please choose a film.',
  reasonRequired: 'Please choose a reason.',
  exchangeRequired: 'Please choose the film you meant.',
  wordsRequired: 'Please write what is wrong.',
  failedTitle: 'Not sent',
  withdrawnTitle: 'Request Withdrawn',
  withdrawFailedTitle: 'Not withdrawn',
  grantFailed: 'Failed to grant the request',
  declineFailed: 'Failed to decline the request',
} as const

export const requestReasons = {
  wrongVideo: 'Bought the wrong film',
  changedMind: 'Changed my mind',
  faulty: 'The film is not as it should be',
  other: 'Another reason',
} as const satisfies Record<RequestReason, string>

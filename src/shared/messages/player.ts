/** Copy of the player (requirements §2, §4, §8). */
export const playerMessages = {
  securing: 'Securing video access...',
  accessDenied: 'Access Denied',
  noAccess: "You don't have access to this video. Please purchase a license to continue.",
  signedOut: 'Please sign in to continue.',
  close: 'Close',
  /** The name of its dialog and of the browser's tab. */
  freePiece: (title: string) => `${title}: a free piece`,
  captionSample: 'Captions look like this.',
  notAvailable: 'Video Not Available',
  contactSupport: 'Please contact support if this issue persists',
  errorTitle: 'Video Error',
  error: 'Failed to load video. Please try again.',
  resumingTitle: 'Resuming Video',
  resuming: (percent: number) => `Continuing from ${percent}% progress`,
  noExpiry: 'N/A',
  introduction: 'How the films teach, in a minute or two.',
} as const

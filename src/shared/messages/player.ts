/** Copy of the player (requirements §2, §4, §8). */
export const playerMessages = {
  securing: 'Securing video access...',
  accessDenied: 'Access Denied',
  noAccess: "You don't have access to this video. Please purchase a license to continue.",
  signedOut: 'Please sign in to continue.',
  close: 'Close',
  notAvailable: 'Video Not Available',
  contactSupport: 'Please contact support if this issue persists',
  errorTitle: 'Video Error',
  error: 'Failed to load video. Please try again.',
  resumingTitle: 'Resuming Video',
  resuming: (percent: number) => `Continuing from ${percent}% progress`,
  noExpiry: 'N/A',
  noteEmpty: 'Please write something first.',
  noteNotSaved: 'The note could not be saved. It is kept here: try again when the connection is back.',
  noteNotRemoved: 'The note could not be removed. Please try again.',
  noNotes: 'No notes yet. What you write is kept with its place in the film.',
} as const

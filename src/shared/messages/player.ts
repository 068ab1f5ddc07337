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
  introduction: 'How the films teach, in a minute or two.',
  noteEmpty: 'Please write something first.',
  editedNoteEmpty: 'Please write something. To remove the note, press Cancel and then Remove.',
  notesLoadFailed: 'Your notes could not be loaded',
  noteNotSaved: 'The note could not be saved. It is kept here: try again when the connection is back.',
  noteNotRemoved: 'The note could not be removed. Please try again.',
  searchEmpty: 'Write what you are looking for.',
  noNotes: 'No notes yet. What you write is kept with its place in the film.',
} as const

/** Copy of the page of all notes. */
export const notesMessages = {
  ownNotes: 'Your notes',
  none: 'No notes yet. Write them beside a film: each keeps its place.',
  searchLabel: 'Search what the films say, and your notes',
  search: 'Search',
  results: 'Places found',
  yourNote: 'your note',
  found: (count: number) =>
    count === 0
      ? 'Nothing found. Fewer or other words may help.'
      : `${count} ${count === 1 ? 'place' : 'places'}, the best first.`,
} as const

/** Copy of questions to the instructor, beside the video and in the back office. */
export const questionMessages = {
  empty: 'Please write your question first.',
  answerEmpty: 'Please write something first.',
  ask: 'Ask the instructor',
  label: (time: string) => `Your question at ${time}`,
  hint: 'It goes to the instructor with this film and this second. The answer comes by email and stands here.',
  send: 'Send question',
  sent: 'Question sent',
  loadFailed: 'Your questions could not be loaded',
  notSent: 'The question could not be sent. It is kept here: try again when the connection is back.',
  own: 'Your questions',
  waiting: 'Not answered yet',
  answer: 'The instructor:',
  forAll: 'From the instructor',
} as const

export const adminQuestionMessages = {
  title: 'Questions',
  open: 'To answer',
  answered: 'Answered',
  noneOpen: 'No question waits',
  noneAnswered: 'Nothing answered yet',
  answerLabel: 'Answer',
  shareLabel: 'Show a note to everybody who owns this film',
  noteLabel: 'The note, without a name',
  send: 'Send answer',
  sent: 'Answer sent',
  failed: 'Failed to send the answer',
  removeNote: 'Remove note',
  noteRemoved: 'Note removed',
  removeFailed: 'Failed to remove the note',
  shown: 'Shown to all owners:',
} as const

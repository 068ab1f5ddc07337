/** Copy of the plan (requirements §2.4). */
export const planMessages = {
  title: 'Your plan',
  loadFailed: 'The plan could not be made',
  addDate: 'Add an exam date',
  saved: 'Dates saved',
  saveFailed: 'The dates could not be saved',
  noDay: 'Please enter a day, such as 3 January 2027.',
  nothingLeft: 'Nothing is left to watch.',
} as const

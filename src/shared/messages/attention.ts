/** Copy of the list of what needs a person. */
export const attentionMessages = {
  title: 'Needs attention',
  nothing: 'Nothing needs you',
  done: 'Done',
  closed: 'Taken off the list',
  closeFailed: 'Failed to take it off the list',
} as const

/** Copy of the exports for bookkeeping tools. */
export const bookkeepingMessages = {
  title: 'Bookkeeping',
  nothing: 'Nothing To Book',
  nothingText: 'This period has no invoice and no credit note.',
  failed: 'The file was not made',
} as const

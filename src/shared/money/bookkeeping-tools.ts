/** Where exports go; each has a layout of its own (docs/bookkeeping.md). */
export const BOOKKEEPING_TOOLS = ['xero', 'quickbooks', 'freeagent', 'quickfile'] as const
export type BookkeepingTool = (typeof BOOKKEEPING_TOOLS)[number]

/** The account that sales are booked to in a new set of books; empty where the tool asks for none. */
export const USUAL_SALES_ACCOUNTS: Readonly<Record<BookkeepingTool, string>> = {
  xero: '200',
  quickbooks: '',
  freeagent: '',
  quickfile: '4000',
}

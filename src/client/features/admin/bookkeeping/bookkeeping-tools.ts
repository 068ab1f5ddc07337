import type { BookkeepingTool } from '#shared/money/bookkeeping-tools.ts'

type ToolLabels = {
  name: string
  /** What the sales account is called there; null where the file has none. */
  account: string | null
  /** Where to click there. */
  steps: readonly string[]
}

/** The tools by name, and the round in each (docs/bookkeeping.md). */
export const TOOL_LABELS: Readonly<Record<BookkeepingTool, ToolLabels>> = {
  xero: {
    name: 'Xero',
    account: 'Account code for sales',
    steps: [
      'In Xero: Sales, Invoices, Import. Choose the file.',
      'Say that prices are tax inclusive. At most 500 invoices a file: a longer period comes as an archive of several.',
      'Check the drafts and approve them. An invoice below £0 is a credit note.',
    ],
  },
  quickbooks: {
    name: 'QuickBooks Online',
    account: null,
    steps: [
      'In QuickBooks: the gear, Import data, Invoices. Choose the file of invoices.',
      'Match the columns, choose DD/MM/YYYY and VAT inclusive, and match the VAT code.',
      'The same for the file of credit notes: the gear, Import data, Import credit notes.',
    ],
  },
  freeagent: {
    name: 'FreeAgent',
    account: null,
    steps: [
      'In FreeAgent, have a bank account named Stripe. The file is its statement: sales in, refunds and card fees out.',
      'Banking, that account, Upload a statement. Choose the file.',
      'Explain sales as sales at their VAT rate, card fees as bank charges, Stripe’s payouts as transfers to your bank.',
    ],
  },
  quickfile: {
    name: 'QuickFile',
    account: 'Sales nominal code',
    steps: [
      'In QuickFile: Account Settings, Data Import Wizard, sales invoices.',
      'Choose the file and match the columns. At most 250 invoices a file: a longer period comes as an archive of several.',
      'An invoice below £0 is a credit note.',
    ],
  },
}

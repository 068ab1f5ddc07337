/** The parts of the account page, in their order: what its contents list, and the anchors they lead to. */
export const SECTIONS = {
  email: { id: 'email', heading: 'Email address' },
  password: { id: 'password', heading: 'Password' },
  business: { id: 'invoice-details', heading: 'Invoice details' },
  news: { id: 'news', heading: 'News' },
  devices: { id: 'devices', heading: 'Signed-in devices' },
  documents: { id: 'papers', heading: 'Invoices' },
  data: { id: 'data', heading: 'Your data' },
} as const

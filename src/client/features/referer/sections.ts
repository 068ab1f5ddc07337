/** The parts of the portal beside the figures, in their order, and the anchors they are known by. */
export const SECTIONS = {
  share: { id: 'hand-out', heading: 'Hand out your code' },
  details: { id: 'details', heading: 'Your details' },
  bank: { id: 'bank', heading: 'Where you are paid' },
  selfBilling: { id: 'self-billing', heading: 'Self-billing' },
  password: { id: 'password', heading: 'Password' },
} as const

import { expect, test } from 'vitest'
import { contactMessages } from '#shared/messages/contact.ts'
import { contactInput } from '#shared/schemas/contact.ts'
import { errors } from './outcome.ts'

const written = { name: 'Robin', email: 'robin@example.com', topic: 'payment', message: 'Where is it?' }

test.each([
  [' inv-000123 ', 'INV-000123'],
  ['INV-000123', 'INV-000123'],
  ['', null],
  [undefined, null],
])('the invoice number %j is %j', (typed, kept) => {
  expect(contactInput.parse({ ...written, invoiceNumber: typed }).invoiceNumber).toBe(kept)
})

test.each(['banana', '000123', 'INV-123', 'INV-0001234', 'INV 000123'])(
  '%j is no invoice number',
  (typed) => {
    expect(errors(contactInput, { ...written, invoiceNumber: typed })).toEqual([
      { field: 'invoiceNumber', message: contactMessages.invoiceNumberInvalid },
    ])
  },
)

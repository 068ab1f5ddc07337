import { expect, it } from 'vitest'
import { errorReason } from '#client/features/admin/uploads/tus-transport.ts'
import { catalogMessages } from '#shared/messages/catalog.ts'

const answered = (body: string) => ({ originalResponse: { getBody: () => body } })

it('repeats the sentence of the server', () => {
  expect(errorReason(answered('{"message":"The file is empty.","code":"BAD_INPUT"}'))).toBe(
    'The file is empty.',
  )
})

it.each([
  ['no answer', new Error('tus: failed to upload chunk')],
  ['an answer that is no JSON', answered('<html>Bad gateway</html>')],
  ['an answer without words', answered('{}')],
  ['a response that never came', { originalResponse: null }],
])('%s: the connection broke', (_what, error) => {
  expect(errorReason(error)).toBe(catalogMessages.connectionLost)
})

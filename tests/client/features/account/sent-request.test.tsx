import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { CASE, LINE, openOrder, REQUEST, SENT } from './open-order.tsx'

/** An order about which a request is sent and withdrawn; `answer` is what sending is answered by. */
function openAsked(answer = SENT) {
  let requests: RefundRequestOutput[] = []
  return openOrder(
    () => ({
      ...CASE,
      lines: [{ ...LINE, isAsked: requests.some(({ status }) => status === 'waiting') }],
      requests,
    }),
    {
      askRefund() {
        requests = [REQUEST]
        return answer
      },
      withdrawRequest() {
        requests = [{ ...REQUEST, status: 'withdrawn', answeredAt: '2026-11-24T10:00:00.000Z' }]
        return { requestId: REQUEST.id }
      },
    },
  )
}

async function send({ user }: ReturnType<typeof openAsked>) {
  await user.click(await screen.findByLabelText('Changed my mind'))
  await user.click(screen.getByRole('button', { name: 'Send request' }))
  expect(await screen.findByText(/^Asked on 23 November 2026: /)).toBeVisible()
}

it('keeps the focus when a request just sent is withdrawn', async () => {
  const opened = openAsked()
  await send(opened)
  await opened.user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText(/^Money back for Navigation: withdrawn/)).toBeVisible()
  await waitFor(() =>
    expect(document.activeElement).toHaveTextContent(/^Money back for Navigation: withdrawn/),
  )
})

it('reads the order again where a server of the version before answers with the id alone', async () => {
  const old: typeof SENT = JSON.parse(JSON.stringify({ requestId: REQUEST.id }))
  await send(openAsked(old))
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Asked on 23 November 2026: /))
})

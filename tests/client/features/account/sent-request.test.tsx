import { screen, waitFor } from '@testing-library/react'
import { expect, it } from 'vitest'
import type { RefundRequestOutput } from '#shared/schemas/refund-requests.ts'
import { CASE, LINE, openOrder, REQUEST, SENT } from './open-order.tsx'

/** As a server of the version before answers: with the id alone. */
const OLD: typeof SENT = JSON.parse(JSON.stringify({ requestId: REQUEST.id }))

/** An order about which a request is sent and withdrawn; `answer` is what sending is answered by, `reread` what the next read waits for. */
function openAsked(answer = SENT, reread?: Promise<void>) {
  let requests: RefundRequestOutput[] = []
  return openOrder(
    async () => {
      if (requests.length > 0) await reread
      return {
        ...CASE,
        lines: [{ ...LINE, isAsked: requests.some(({ status }) => status === 'waiting') }],
        requests,
      }
    },
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
}

async function findRequest() {
  expect(await screen.findByText(/^Asked on 23 November 2026: /)).toBeVisible()
}

it('keeps the focus when a request just sent is withdrawn', async () => {
  const opened = openAsked()
  await send(opened)
  await findRequest()
  await opened.user.click(screen.getByRole('button', { name: 'Withdraw' }))
  expect(await screen.findByText(/^Money back for Navigation: withdrawn/)).toBeVisible()
  await waitFor(() =>
    expect(document.activeElement).toHaveTextContent(/^Money back for Navigation: withdrawn/),
  )
})

it('shows a request just sent although the order is not read again', async () => {
  await send(openAsked(SENT, new Promise(() => {})))
  await findRequest()
  expect(screen.queryByRole('button', { name: 'Send request' })).toBeNull()
})

it('keeps its form busy where a server of the version before answers, until the order is read again', async () => {
  let answer = () => {}
  const opened = openAsked(
    OLD,
    new Promise((resolve) => {
      answer = resolve
    }),
  )
  await send(opened)
  await waitFor(() => expect(opened.server.inputsOf('checkout.refundCase')).toHaveLength(2))
  expect(screen.getByRole('group', { name: 'What is wrong?' })).toBeDisabled()
  answer()
  await findRequest()
  await waitFor(() => expect(document.activeElement).toHaveTextContent(/^Asked on 23 November 2026: /))
})

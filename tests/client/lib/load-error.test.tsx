import { render, screen } from '@testing-library/react'
import { TRPCClientError } from '@trpc/client'
import { expect, test } from 'vitest'
import { LoadError } from '#client/lib/load-error.tsx'

test('what could not be loaded says under which name the server logged it', () => {
  const error = TRPCClientError.from({
    error: { message: 'Broken', code: -32000, data: { httpStatus: 500, requestId: 'edge-0001' } },
  })
  render(<LoadError title="Orders" query={{ error, refetch: () => undefined }} />)
  expect(screen.getByRole('alert')).toHaveTextContent(/Please try again\..*Reference: edge-0001/)
})

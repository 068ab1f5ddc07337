import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** The question for a new code, once the question before it has let go of the page. */
export async function findCodeQuestion(): Promise<HTMLElement> {
  const question = await screen.findByRole('dialog', { name: 'Please confirm with a new code' })
  await waitFor(() => expect(question).toHaveStyle({ pointerEvents: 'auto' }))
  return question
}

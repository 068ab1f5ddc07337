import { screen, waitFor } from '@testing-library/react'
import { expect } from 'vitest'

/** A notice moves from a dialog to the page when the dialog closes: it is looked for again until it stands. */
export async function expectNotice(words: string): Promise<void> {
  await waitFor(() => expect(screen.getByText(words)).toBeVisible())
}

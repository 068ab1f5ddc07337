import '@testing-library/jest-dom/vitest'
import { cleanup, configure } from '@testing-library/react'
import { afterEach } from 'vitest'

// A busy machine is slow, not wrong: waiting ends as soon as what is waited for is there.
configure({ asyncUtilTimeout: 15_000 })

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Files share a document: what a dialog or a theme put on its roots must not reach the next one.
  for (const root of [document.documentElement, document.body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  }
})

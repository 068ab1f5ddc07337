import '@testing-library/jest-dom/vitest'
import { cleanup, configure, prettyDOM } from '@testing-library/react'
import { afterEach } from 'vitest'

configure({
  // A busy machine is slow, not wrong: waiting ends as soon as what is waited for is there.
  asyncUtilTimeout: 15_000,
  getElementError: describeLate,
})
completeDialogElement()
// jsdom does not scroll. Not on Element, where a test may put its own.
Object.assign(Node.prototype, { scrollIntoView: () => undefined })
// Nor does it capture pointers, which a press on a toast or a slider asks for.
Object.assign(Node.prototype, {
  hasPointerCapture: () => false,
  setPointerCapture: () => undefined,
  releasePointerCapture: () => undefined,
})

afterEach(() => {
  cleanup()
  localStorage.clear()
  sessionStorage.clear()
  // Files share a document: what a dialog or a theme put on its roots must not reach the next one.
  for (const root of [document.documentElement, document.body]) {
    for (const name of root.getAttributeNames()) root.removeAttribute(name)
  }
})

/**
 * What is waited for is missing many times before it comes, and only the last error is read: the page is written out then.
 * Writing it out each time took a tenth of all time.
 */
function describeLate(message: string | null, container: Element): Error {
  const error = new Error()
  error.name = 'TestingLibraryElementError'
  const describe = () => [message, prettyDOM(container) || ''].filter(Boolean).join('\n\n')
  return Object.defineProperty(error, 'message', { get: describe, configurable: true })
}

/** jsdom has the element, but neither opens nor closes it, and lets the focus go to what lies behind. */
function completeDialogElement(): void {
  const { prototype } = HTMLDialogElement
  // Files share their document.
  if (Reflect.has(prototype, 'showModal')) return
  const { focus } = HTMLElement.prototype
  HTMLElement.prototype.focus = function focusUnlessInert(options) {
    const dialog = document.querySelector('dialog[open]')
    if (!dialog || dialog.contains(this)) focus.call(this, options)
  }
  prototype.showModal = function showModal() {
    this.open = true
    this.querySelector<HTMLElement>('button, a[href], input')?.focus()
  }
  prototype.close = function close() {
    if (!this.open) return
    this.open = false
    this.dispatchEvent(new Event('close'))
  }
  document.addEventListener('keydown', ({ key, defaultPrevented }) => {
    const dialog = document.querySelector<HTMLDialogElement>('dialog[open]')
    if (key !== 'Escape' || defaultPrevented || !dialog) return
    if (dialog.dispatchEvent(new Event('cancel', { cancelable: true }))) dialog.close()
  })
  document.addEventListener('submit', (event) => {
    if (!(event.target instanceof HTMLFormElement) || event.target.getAttribute('method') !== 'dialog') return
    event.preventDefault()
    event.target.closest('dialog')?.close()
  })
}

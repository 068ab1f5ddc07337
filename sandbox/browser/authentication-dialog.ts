import { element, uniqueId } from './dom.ts'

/** The question of a bank's 3-D Secure page: does the buyer approve? Closing it counts as no. */
export function askForAuthentication(amountPence: number): Promise<boolean> {
  const titleId = uniqueId('authentication')
  const title = element('h2', { id: titleId, class: 'sandbox-stripe-title' }, '3-D Secure: payment sandbox')
  const text = element(
    'p',
    {},
    `This window stands in for your bank. It asks whether you agree to pay £${(amountPence / 100).toFixed(2)}. No money moves.`,
  )
  const complete = element(
    'button',
    { type: 'button', class: 'sandbox-stripe-button' },
    'Complete authentication',
  )
  const fail = element('button', { type: 'button', class: 'sandbox-stripe-button' }, 'Fail authentication')
  const buttons = element('div', { class: 'sandbox-stripe-buttons' }, complete, fail)
  const dialog = element(
    'dialog',
    { class: 'sandbox-stripe-dialog', 'aria-labelledby': titleId },
    title,
    text,
    buttons,
  )
  document.body.append(dialog)

  return new Promise((resolve) => {
    function end(isGenuine: boolean) {
      dialog.close()
      dialog.remove()
      resolve(isGenuine)
    }
    complete.addEventListener('click', () => end(true))
    fail.addEventListener('click', () => end(false))
    dialog.addEventListener('cancel', (event) => {
      event.preventDefault()
      end(false)
    })
    dialog.showModal()
    complete.focus()
  })
}

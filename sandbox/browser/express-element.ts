import { element } from './dom.ts'
import { buildEvents, type Handler } from './element-events.ts'

export type ExpressElement = ReturnType<typeof buildExpressElement>

/** What a wallet's sheet hands over: the card that is always good. */
const CARD = {
  type: 'card',
  card: { number: '4242424242424242', exp_month: '12', exp_year: '2034', cvc: '123' },
}

/** The element of wallets: one button, whose wallet knows a card and asks nothing. */
export function buildExpressElement({ onDestroy }: { onDestroy: () => void }) {
  const events = buildEvents('expressCheckout')
  const button = element('button', { type: 'button', class: 'sandbox-stripe-button' }, 'Sandbox wallet')
  const host = element('div', { class: 'sandbox-stripe-host sandbox-stripe-wallets' }, button)
  const expressPaymentType = 'google_pay'
  const ready = { availablePaymentMethods: { applePay: false, googlePay: true, link: false } }
  let isOpen = false
  let isMounted = false

  function open() {
    isOpen = true
    events.tell('confirm', {
      expressPaymentType,
      paymentFailed: () => {
        isOpen = false
      },
    })
  }

  button.addEventListener('click', () => {
    events.tell('click', { expressPaymentType, resolve: open, reject: () => undefined })
  })

  const express = {
    on(name: string, handler: Handler) {
      events.on(name, handler)
      // A late listener gets the event too: the element is ready as soon as it is mounted.
      if (name === 'ready' && isMounted)
        queueMicrotask(() => handler({ elementType: 'expressCheckout', ...ready }))
      return express
    },
    off(name: string, handler?: Handler) {
      events.off(name, handler)
      return express
    },
    mount(parent: HTMLElement) {
      parent.append(host)
      if (isMounted) return
      isMounted = true
      queueMicrotask(() => events.tell('ready', ready))
    },
    unmount: () => host.remove(),
    destroy() {
      host.remove()
      events.clear()
      onDestroy()
    },
    update: () => express,
    isOpen: () => isOpen,
    /** Once for each press. */
    takeParameters() {
      isOpen = false
      return CARD
    },
  }
  return express
}

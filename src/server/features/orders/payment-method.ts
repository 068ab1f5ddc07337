/** The payment methods as the terms name them (requirements §1). */
const METHOD_NAMES: Readonly<Record<string, string>> = {
  card: 'Card',
  klarna: 'Klarna',
  revolut_pay: 'Revolut Pay',
}

/** Null where nothing was paid. A method without a name here keeps Stripe's name; it is never called a card. */
export function methodName(method: string | null): string | null {
  return method === null ? null : (METHOD_NAMES[method] ?? method)
}

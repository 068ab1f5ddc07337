const STEPS = ['Cart', 'Account', 'Confirm email', 'Pay'] as const

export type BuyingStep = (typeof STEPS)[number]

/** The one way from the cart to the videos, counted the same on each of its screens. */
export function BuyingSteps({ at }: { at: BuyingStep }) {
  return (
    <ol className="buying-steps" aria-label="Steps to your films">
      {STEPS.map((name, index) => (
        <li key={name} aria-current={name === at ? 'step' : undefined}>
          <b className="figure">{index + 1}</b> {name}
        </li>
      ))}
    </ol>
  )
}

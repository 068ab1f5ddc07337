import { useState } from 'react'
import { Field, Input } from '#client/ui/field.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { formatPounds, type Pence } from '#shared/money/money.ts'
import { typedPence } from './order-refund.ts'

type OrderAmountFieldProps = {
  typed: string
  onType: (typed: string) => void
  leftPence: Pence
  /** The form was sent without a right amount. */
  isTried: boolean
}

/** An amount in pounds; what is wrong with one is said once its box is left. */
export function OrderAmountField({ typed, onType, leftPence, isTried }: OrderAmountFieldProps) {
  const [isLeft, setLeft] = useState(false)
  const saysError = isTried || (isLeft && typed.trim() !== '')
  return (
    <Field
      label="Amount, £"
      hint={`${formatPounds(leftPence, { sums: true })} at most.`}
      error={saysError && typedPence(typed) === null && orderAdminMessages.amountInvalid}
    >
      <Input
        look="sum"
        inputMode="decimal"
        autoComplete="off"
        maxLength={12}
        value={typed}
        onChange={({ target }) => onType(target.value)}
        onBlur={() => setLeft(true)}
      />
    </Field>
  )
}

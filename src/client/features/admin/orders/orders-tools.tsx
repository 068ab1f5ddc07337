import { Search } from 'lucide-react'
import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Field, Input, Select } from '#client/ui/field.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import { ORDERS_SHOWN, type OrdersShown } from '#shared/schemas/admin-orders.ts'

const NAMES: Record<OrdersShown, string> = {
  all: 'All orders',
  paid: 'Paid',
  returned: 'Refunded or disputed',
  unpaid: 'Not paid',
}

type OrdersToolsProps = {
  words: string
  shown: OrdersShown
  isBusy: boolean
  onSearch: (words: string) => void
  onShow: (shown: OrdersShown) => void
}

export function OrdersTools({ words, shown, isBusy, onSearch, onShow }: OrdersToolsProps) {
  const [typed, setTyped] = useState(words)
  const [shownWords, setShownWords] = useState(words)
  if (shownWords !== words) {
    setShownWords(words)
    setTyped(words)
  }
  return (
    <div className="orders-tools">
      <form
        className="orders-search"
        onSubmit={(event) => {
          event.preventDefault()
          onSearch(typed.trim())
        }}
      >
        <Field label={orderAdminMessages.searchLabel} hint={orderAdminMessages.searchHint}>
          <Input
            type="search"
            autoComplete="off"
            maxLength={200}
            value={typed}
            onChange={({ target }) => setTyped(target.value)}
          />
        </Field>
        <Button type="submit" loading={isBusy && typed.trim() === words && words !== ''}>
          <Search aria-hidden="true" />
          Find
        </Button>
      </form>
      <Field label="Show">
        <Select
          value={shown}
          onChange={({ target }) => onShow(ORDERS_SHOWN.find((name) => name === target.value) ?? 'all')}
        >
          {ORDERS_SHOWN.map((name) => (
            <option key={name} value={name}>
              {NAMES[name]}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

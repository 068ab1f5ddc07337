import { Field, Select, TextField } from '#client/ui/field.tsx'
import {
  isRefererOrder,
  isReferersShown,
  REFERER_ORDERS,
  REFERERS_SHOWN,
  type RefererOrder,
  type ReferersShown,
} from './referer-list.ts'

type RefererToolsProps = {
  words: string
  order: RefererOrder
  shown: ReferersShown
  found: number
  onWordsChange: (words: string) => void
  onOrderChange: (order: RefererOrder) => void
  onShownChange: (shown: ReferersShown) => void
}

/** Search, choice and order, where the list is longer than a screen. */
export function RefererTools(props: RefererToolsProps) {
  const { words, order, shown, found, onWordsChange, onOrderChange, onShownChange } = props
  return (
    <div className="grid-auto admin-tools">
      <TextField
        label="Find a referer"
        type="search"
        autoComplete="off"
        placeholder="Name, code or email"
        value={words}
        onChange={(event) => onWordsChange(event.target.value)}
        after={
          <span className="small quiet" role="status">
            {found === 1 ? '1 referer' : `${found.toLocaleString('en-GB')} referers`}
          </span>
        }
      />
      <Field label="Show">
        <Select
          value={shown}
          onChange={({ target }) => isReferersShown(target.value) && onShownChange(target.value)}
        >
          {Object.entries(REFERERS_SHOWN).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
      <Field label="Order">
        <Select
          value={order}
          onChange={({ target }) => isRefererOrder(target.value) && onOrderChange(target.value)}
        >
          {Object.entries(REFERER_ORDERS).map(([value, label]) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
      </Field>
    </div>
  )
}

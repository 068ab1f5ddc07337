import { Field, Select, TextField } from '../../../ui/field.tsx'
import { isRefererOrder, REFERER_ORDERS, type RefererOrder } from '../referer-list.ts'

type RefererToolsProps = {
  words: string
  order: RefererOrder
  found: number
  onWordsChange: (words: string) => void
  onOrderChange: (order: RefererOrder) => void
}

/** Search and order, where the list is longer than a screen. */
export function RefererTools({ words, order, found, onWordsChange, onOrderChange }: RefererToolsProps) {
  return (
    <div className="grid-auto mb-4">
      <TextField
        label="Find a referer"
        type="search"
        autoComplete="off"
        placeholder="Name, code or email"
        value={words}
        onChange={(event) => onWordsChange(event.target.value)}
        after={
          <span className="small quiet" role="status">
            {found === 1 ? '1 referer' : `${found} referers`}
          </span>
        }
      />
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

import { TextField } from '#client/ui/field.tsx'

type SearchFieldProps = {
  label: string
  placeholder?: string
  search: string
  onSearchChange: (search: string) => void
  /** How many were found, of which noun. */
  found: number
  noun: string
}

/** Searches a list that is on the page already, and says how many were found. */
export function SearchField({ search, onSearchChange, found, noun, ...rest }: SearchFieldProps) {
  return (
    <TextField
      {...rest}
      type="search"
      autoComplete="off"
      value={search}
      onChange={({ target }) => onSearchChange(target.value)}
      after={
        <span className="small quiet" role="status">
          {found === 1 ? `1 ${noun}` : `${found.toLocaleString('en-GB')} ${noun}s`}
        </span>
      }
    />
  )
}

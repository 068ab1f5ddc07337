type Value = string | number | null

/**
 * What a change did, field by field, for the audit log: `priceBefore`, `priceAfter`. Fields that stayed as they were
 * are left out; null when nothing changed at all.
 */
export function describeChanges(
  before: Readonly<Record<string, Value>>,
  after: Readonly<Record<string, Value>>,
): Record<string, Value> | null {
  const changed = Object.keys(after).filter((name) => before[name] !== after[name])
  if (changed.length === 0) return null
  return Object.fromEntries(
    changed.flatMap((name) => [
      [`${name}Before`, before[name] ?? null],
      [`${name}After`, after[name] ?? null],
    ]),
  )
}

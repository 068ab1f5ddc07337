/** A Prisma select of these columns: `columns('id', 'name')` is `{ id: true, name: true }`. */
export function columns<const Name extends string>(...names: readonly Name[]) {
  return Object.fromEntries(names.map((name) => [name, true])) as { [column in Name]: true }
}

import superjson, { type SuperJSONResult } from 'superjson'
import { ShopError } from './errors.ts'

/** An annotation of superjson that asks for anything but `undefined`. */
const OTHER_TYPE = /\["(?!undefined")/

/**
 * Reads what came to a procedure. Its inputs are plain JSON with `undefined` in places: the other types that superjson
 * knows are refused, and what it says of objects that are one and the same is passed over. Both let a stranger's small
 * request take seconds.
 *
 * @throws ShopError BAD_INPUT
 */
export function readInput({ json, meta }: SuperJSONResult): unknown {
  if (!meta?.values) return json
  if (OTHER_TYPE.test(JSON.stringify(meta.values))) throw new ShopError('BAD_INPUT')
  const { referentialEqualities: _same, ...rest } = meta
  return superjson.deserialize({ json, meta: rest })
}

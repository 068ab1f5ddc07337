import { invalidRequest } from './api-error.ts'
import type { Kind } from './records.ts'
import type { Store } from './store.ts'

/** An object as it goes over the wire; its fields are Stripe's, so nothing more is known of them here. */
export type Wire = { [field: string]: unknown }

const REFERENCES: { [object: string]: { [field: string]: Kind } } = {
  payment_intent: { latest_charge: 'charge', payment_method: 'payment_method', customer: 'customer' },
  charge: {
    balance_transaction: 'balance_transaction',
    failure_balance_transaction: 'balance_transaction',
    payment_intent: 'payment_intent',
    customer: 'customer',
  },
  refund: {
    balance_transaction: 'balance_transaction',
    failure_balance_transaction: 'balance_transaction',
    charge: 'charge',
    payment_intent: 'payment_intent',
    payment_method: 'payment_method',
    customer: 'customer',
  },
  dispute: { charge: 'charge', payment_intent: 'payment_intent' },
  payment_method: { customer: 'customer' },
  payout: { balance_transaction: 'balance_transaction', failure_balance_transaction: 'balance_transaction' },
}

function isWire(value: unknown): value is Wire {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function cannotExpand(path: string) {
  return invalidRequest({
    message: `This property cannot be expanded (${path}).`,
    param: 'expand',
  })
}

/** The source of a balance transaction is one of four kinds; the id's prefix says which. */
function sourceKind(id: string): Kind | undefined {
  if (id.startsWith('ch_') || id.startsWith('py_')) return 'charge'
  if (id.startsWith('re_') || id.startsWith('pyr_')) return 'refund'
  if (id.startsWith('po_')) return 'payout'
  return id.startsWith('du_') ? 'dispute' : undefined
}

function referenced(store: Store, owner: Wire, field: string): { known: boolean; found: unknown } {
  const value = owner[field]
  if (owner.object === 'charge' && field === 'refunds') {
    const data = store.all('refund').filter((refund) => refund.charge === owner.id)
    const url = `/v1/charges/${String(owner.id)}/refunds`
    return { known: true, found: { object: 'list', data: data.reverse(), has_more: false, url } }
  }
  const isSource = owner.object === 'balance_transaction' && field === 'source'
  if (isSource && value === null) return { known: true, found: null }
  const kind = isSource ? sourceKind(String(value)) : REFERENCES[String(owner.object)]?.[field]
  if (kind === undefined) return { known: false, found: undefined }
  return { known: true, found: typeof value === 'string' ? store.get(kind, value) : value }
}

function expandOne(input: { store: Store; target: Wire; path: string[]; whole: string }): Wire {
  const { store, target, path, whole } = input
  const [field, ...rest] = path
  if (field === undefined) return target
  const { known, found } = referenced(store, target, field)
  const value = known ? found : target[field]
  if (!known && (rest.length === 0 || !isContainer(value))) throw cannotExpand(whole)
  if (rest.length === 0) return { ...target, [field]: value }
  return { ...target, [field]: expandWithin({ store, target: value, path: rest, whole }) }
}

function isContainer(value: unknown): boolean {
  return Array.isArray(value) || isWire(value)
}

function expandWithin(input: { store: Store; target: unknown; path: string[]; whole: string }): unknown {
  const { target } = input
  if (Array.isArray(target)) return target.map((item: unknown) => expandWithin({ ...input, target: item }))
  return isWire(target) ? expandOne({ ...input, target }) : target
}

/** Replaces the ids named by `expand[]`, such as `latest_charge.balance_transaction` or `data.payment_intent`. */
export function expandPaths(store: Store, target: Wire, paths: string[]): Wire {
  return paths.reduce((grown, path) => {
    const parts = path.split('.')
    const depth = parts[0] === 'data' ? parts.length - 1 : parts.length
    if (depth > 4) {
      throw invalidRequest({
        message: `You cannot expand more than 4 levels of a property (${path}).`,
        param: 'expand',
      })
    }
    return expandOne({ store, target: grown, path: parts, whole: path })
  }, target)
}

/** The requested paths, however the client numbered them. */
export function expandParams(value: unknown): string[] {
  const list = Array.isArray(value) ? value : []
  return list.filter((path): path is string => typeof path === 'string')
}

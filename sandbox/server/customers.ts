import type Stripe from 'stripe'
import { z } from 'zod'
import { emit } from './events.ts'
import { resourceMissing } from './fault.ts'
import { address, mergeMetadata, metadataChange, unsettable } from './params.ts'
import type { World } from './world.ts'

export const customerParams = z.strictObject({
  email: unsettable.optional(),
  name: unsettable.optional(),
  phone: unsettable.optional(),
  description: unsettable.optional(),
  address: address.optional(),
  metadata: metadataChange.optional(),
})

type CustomerParams = z.infer<typeof customerParams>

export function findCustomer(world: Pick<World, 'store'>, id: string): Stripe.Customer {
  const customer = world.store.get('customer', id)
  if (customer) return customer
  throw resourceMissing({ what: 'customer', id, param: 'id' })
}

function writtenFields(params: CustomerParams, old?: Stripe.Customer) {
  const given = params.address
  return {
    email: params.email === undefined ? (old?.email ?? null) : params.email,
    name: params.name === undefined ? (old?.name ?? null) : params.name,
    phone: params.phone === undefined ? (old?.phone ?? null) : params.phone,
    description: params.description === undefined ? (old?.description ?? null) : params.description,
    metadata: mergeMetadata(old?.metadata ?? {}, params.metadata),
    address: given
      ? {
          city: given.city ?? null,
          country: given.country ?? null,
          line1: given.line1 ?? null,
          line2: given.line2 ?? null,
          postal_code: given.postal_code ?? null,
          state: given.state ?? null,
        }
      : (old?.address ?? null),
  }
}

export function createCustomer(world: World, params: CustomerParams): Stripe.Customer {
  const customer = world.store.put('customer', {
    id: world.newId('cus'),
    object: 'customer',
    balance: 0,
    created: world.now(),
    currency: null,
    default_source: null,
    delinquent: false,
    discount: null,
    invoice_settings: {
      custom_fields: null,
      default_payment_method: null,
      footer: null,
      rendering_options: null,
    },
    livemode: false,
    preferred_locales: [],
    shipping: null,
    tax_exempt: 'none',
    test_clock: null,
    ...writtenFields(params),
  })
  emit(world, 'customer.created', { object: customer })
  return customer
}

export function updateCustomer(world: World, id: string, params: CustomerParams): Stripe.Customer {
  const old = findCustomer(world, id)
  const customer = world.store.put('customer', { ...old, ...writtenFields(params, old) })
  emit(world, 'customer.updated', { object: customer })
  return customer
}

import type Stripe from 'stripe'
import { z } from 'zod'
import { emit } from './events.ts'
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

export function createCustomer(world: World, params: CustomerParams): Stripe.Customer {
  const given = params.address
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
    email: params.email ?? null,
    name: params.name ?? null,
    phone: params.phone ?? null,
    description: params.description ?? null,
    metadata: mergeMetadata({}, params.metadata),
    address: given
      ? {
          city: given.city ?? null,
          country: given.country ?? null,
          line1: given.line1 ?? null,
          line2: given.line2 ?? null,
          postal_code: given.postal_code ?? null,
          state: given.state ?? null,
        }
      : null,
  })
  emit(world, 'customer.created', { object: customer })
  return customer
}

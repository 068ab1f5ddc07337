import { type FieldErrors, type UseFormReturn, useWatch } from 'react-hook-form'
import type { z } from 'zod'
import { AddressFields as PostalAddress } from '#client/lib/business-fields.tsx'
import { fieldsOf } from '#client/lib/field-of.ts'
import { Note } from '#client/ui/alert.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { TextField } from '#client/ui/field.tsx'
import { platformKeeps } from '#shared/commission/commission.ts'
import { editRefererMessages } from '#shared/messages/admin.ts'
import type { UpdateRefererInput, updateRefererInput } from '#shared/schemas/admin.ts'
import type { RefererOutput } from '#shared/schemas/admin-reports.ts'
import { percent } from '#shared/schemas/primitives.ts'
import { formatSortCode } from '#shared/schemas/referer.ts'

export type RefererValues = z.input<typeof updateRefererInput>
export type RefererField = Exclude<keyof RefererValues, 'id' | 'version'>

const [basic, address, business, banking] = editRefererMessages.tabs

type TabParts = { label: string; fields: readonly RefererField[] }

/** Which field lies in which tab: the first that is wrong is gone to. */
const REFERER_TABS = {
  basic: {
    label: basic,
    fields: [
      'name',
      'contactName',
      'contactEmail',
      'phoneNumber',
      'discountPercentage',
      'commissionPercentage',
    ],
  },
  address: { label: address, fields: ['addressLine1', 'addressLine2', 'city', 'postcode', 'country'] },
  business: {
    label: business,
    fields: ['fullBusinessName', 'tradingName', 'companyNumber', 'isVatRegistered', 'vatNumber'],
  },
  banking: { label: banking, fields: ['bankName', 'accountName', 'sortCode', 'accountNumber'] },
} as const satisfies Record<string, TabParts>

export type RefererTab = keyof typeof REFERER_TABS

const REFERER_TAB_ORDER = ['basic', 'address', 'business', 'banking'] as const satisfies readonly RefererTab[]

export function labelOfTab(tab: RefererTab): string {
  return REFERER_TABS[tab].label
}

export function isRefererTab(text: string): text is RefererTab {
  return Object.hasOwn(REFERER_TABS, text)
}

export function findError(
  errors: FieldErrors<RefererValues>,
): { tab: RefererTab; field: RefererField } | null {
  for (const tab of REFERER_TAB_ORDER) {
    const fields: readonly RefererField[] = REFERER_TABS[tab].fields
    const field = fields.find((name) => errors[name] !== undefined)
    if (field) return { tab, field }
  }
  return null
}

export function refererValues(referer: RefererOutput): RefererValues {
  return {
    id: referer.id,
    name: referer.name,
    contactEmail: referer.contactEmail,
    contactName: referer.contactName,
    fullBusinessName: referer.fullBusinessName ?? '',
    tradingName: referer.tradingName ?? '',
    addressLine1: referer.addressLine1 ?? '',
    addressLine2: referer.addressLine2 ?? '',
    city: referer.city ?? '',
    postcode: referer.postcode ?? '',
    country: referer.country,
    companyNumber: referer.companyNumber ?? '',
    vatNumber: referer.vatNumber ?? '',
    isVatRegistered: referer.isVatRegistered,
    phoneNumber: referer.phoneNumber ?? '',
    bankName: referer.bankName ?? '',
    accountName: referer.accountName ?? '',
    sortCode: referer.sortCode ?? '',
    accountNumber: referer.accountNumber ?? '',
    commissionPercentage: referer.commissionPercentage,
    discountPercentage: referer.discountPercentage,
    version: referer.version,
  }
}

type RefererFieldsProps = { form: UseFormReturn<RefererValues, unknown, UpdateRefererInput>; code: string }

/** An ordinary field of the form. */
function link(form: RefererFieldsProps['form'], name: RefererField) {
  return { autoComplete: 'off', ...fieldsOf(form)(name) }
}

export function BasicFields({ form, code }: RefererFieldsProps) {
  const field = fieldsOf(form)
  const [discount, commission] = useWatch({
    control: form.control,
    name: ['discountPercentage', 'commissionPercentage'],
  })
  return (
    <div className="form">
      <p>
        Referral code <span className="code">{code}</span>
      </p>
      <TextField label="Club name" {...link(form, 'name')} />
      <TextField label="Contact name" {...link(form, 'contactName')} />
      <TextField label="Contact email" type="email" inputMode="email" {...link(form, 'contactEmail')} />
      <TextField label="Phone number" optional type="tel" {...link(form, 'phoneNumber')} />
      <div className="grid-auto">
        <TextField
          label="Discount, %"
          look="sum"
          inputMode="decimal"
          {...field('discountPercentage', { valueAsNumber: true })}
        />
        <TextField
          label="Commission, %"
          look="sum"
          inputMode="decimal"
          {...field('commissionPercentage', { valueAsNumber: true })}
        />
      </div>
      <PlatformShare discount={discount} commission={commission} />
    </div>
  )
}

export function AddressFields({ form }: RefererFieldsProps) {
  return (
    <div className="form">
      <PostalAddress
        line1={link(form, 'addressLine1')}
        line2={link(form, 'addressLine2')}
        city={link(form, 'city')}
        postcode={link(form, 'postcode')}
        country={link(form, 'country')}
        isNeeded={false}
      />
    </div>
  )
}

export function BusinessFields({ form }: RefererFieldsProps) {
  const isVatRegistered = useWatch({ control: form.control, name: 'isVatRegistered' })
  return (
    <div className="form">
      <TextField label="Full business name" optional {...link(form, 'fullBusinessName')} />
      <TextField label="Trading name" optional {...link(form, 'tradingName')} />
      <TextField label="Company number" optional look="short" {...link(form, 'companyNumber')} />
      <Checkbox
        label="VAT registered"
        hint="20% is paid on top of each payout."
        {...form.register('isVatRegistered')}
      />
      {isVatRegistered && <TextField label="VAT number" optional look="short" {...link(form, 'vatNumber')} />}
    </div>
  )
}

export function BankingFields({ form }: RefererFieldsProps) {
  return (
    <div className="form">
      <TextField label="Bank name" optional {...link(form, 'bankName')} />
      <TextField label="Account name" optional {...link(form, 'accountName')} />
      <TextField
        label="Sort code"
        optional
        hint="Dots hide the digits. Leave them to keep it; to change it, type all six."
        look="short"
        placeholder="12-34-56"
        inputMode="numeric"
        {...link(form, 'sortCode')}
        {...form.register('sortCode', {
          onBlur: () => form.setValue('sortCode', formatSortCode(form.getValues('sortCode') ?? '')),
        })}
      />
      <TextField
        label="Account number"
        optional
        hint="Leave the dots to keep it; to change it, type all eight."
        look="short"
        inputMode="numeric"
        {...link(form, 'accountNumber')}
      />
    </div>
  )
}

/** What is left of the list price, while the two percentages are being set. */
export function PlatformShare({ discount, commission }: { discount: unknown; commission: unknown }) {
  const [discountPercent, commissionPercent] = [percent.safeParse(discount), percent.safeParse(commission)]
  if (!discountPercent.success || !commissionPercent.success) return null
  const kept = platformKeeps({
    discountPercent: discountPercent.data,
    commissionPercent: commissionPercent.data,
  })
  return (
    <Note live="status">
      Platform retains <strong>{Number(kept.toFixed(2))}%</strong> of the original price, before VAT and card
      fee.
    </Note>
  )
}

import { keepPostcode } from '#client/lib/format.ts'
import { usePageData } from './page-data-context.tsx'
import { SHOP_NAME } from './page-meta.ts'

/** On document the head and the foot of the page are gone: who it comes from, and from where. */
export function PrintHead({ path = '' }: { path?: string }) {
  const { seller, publicUrl } = usePageData()
  return (
    <p className="print-only small print-head">
      <b>{SHOP_NAME}</b>
      {`. ${seller.name}, ${keepPostcode(seller.address)}. ${seller.email}. ${publicUrl}${path}`}
    </p>
  )
}

import { keepPostcode } from '#client/lib/format.ts'
import type { PageData } from '#client/site/page-data.ts'
import { usePageData } from '#client/site/page-data-context.tsx'

/** The address to write to, as a link in the marks of `Prose`. */
export function emailLink({ seller: { email } }: Pick<PageData, 'seller'>): string {
  return `[${email}](mailto:${email})`
}

/** The address to write to, as a link. */
export function SellerEmail() {
  const { email } = usePageData().seller
  return <a href={`mailto:${email}`}>{email}</a>
}

/** Who sells: name, address and numbers, in a sentence's order. */
export function SellerAddress() {
  const { name, address, companyNumber, vatNumber } = usePageData().seller
  return (
    <address>
      <b>{name}</b>
      <br />
      {keepPostcode(address)}
      <br />
      <SellerEmail />
      {companyNumber && (
        <>
          <br />
          Company number {companyNumber}
        </>
      )}
      {vatNumber && (
        <>
          <br />
          VAT number {vatNumber}
        </>
      )}
    </address>
  )
}

import { usePageData } from '#client/site/page-data-context.tsx'

/** The agreement between two VAT-registered businesses that VAT Notice 700/62, section 3 and 4, asks for. */
export function SelfBillingAgreement() {
  const { seller } = usePageData()
  return (
    <>
      <h3>Self-billing agreement</h3>
      <p>
        For referers who are VAT registered. It lasts twelve months from the day that both of us have agreed:
        in an application, the day of its approval.
      </p>
      <p>{seller.name} (the customer) agrees:</p>
      <ul>
        <li>to issue self-billed invoices for all commission paid to you until the agreement ends,</li>
        <li>to complete them with your name, address and VAT number and all details of a VAT invoice,</li>
        <li>to make a new agreement if your VAT number changes,</li>
        <li>to tell you if somebody else is to issue them.</li>
      </ul>
      <p>You (the supplier) agree:</p>
      <ul>
        <li>to accept the invoices that we raise for you until the agreement ends,</li>
        <li>to raise no sales invoices for what they cover,</li>
        <li>
          to tell us at once if you change your VAT number, stop being VAT registered, or sell the business or
          part of it.
        </li>
      </ul>
    </>
  )
}

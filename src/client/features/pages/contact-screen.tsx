import { Link } from 'react-router'
import { paths } from '../../app/paths.ts'
import { Page } from '../../ui/wrap.tsx'
import { SellerAddress } from './components/seller.tsx'

export function ContactScreen() {
  return (
    <Page>
      <div className="prose">
        <h1>Contact</h1>
        <p>One instructor makes these films, sells them and answers the mail. Write by email or by post:</p>
        <SellerAddress />
        <h2>So that one answer is enough</h2>
        <ul>
          <li>Write from the address of your account, or name it.</li>
          <li>For a payment or an invoice, give the invoice number from the email: INV- and six digits.</li>
          <li>For a film that does not play, name the film, the device and the browser.</li>
        </ul>
        <h2>Complaints</h2>
        <p>
          Write to the address above, and say what went wrong and what would put it right. A person reads
          every complaint and acknowledges it within 30 days. How your data is handled is in the{' '}
          <Link to={paths.privacyPolicy}>privacy policy</Link>, and what you can ask back in the{' '}
          <Link to={paths.refundPolicy}>refund policy</Link>.
        </p>
      </div>
    </Page>
  )
}

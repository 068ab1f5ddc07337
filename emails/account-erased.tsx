import { Layout } from './components/layout.tsx'
import { Paragraph, Quiet } from './components/text.tsx'
import { hello, longDate, timeOfDay } from './format.ts'
import { previewSite } from './preview-site.ts'
import type { EmailProps } from './props.ts'

type Props = EmailProps<'account-erased'>

export const PreviewProps: Props = {
  site: previewSite,
  username: 'Sam',
  erasedAt: '2026-11-21T10:42:00.000Z',
  keepsDocuments: true,
}

export function subject(_props: Props): string {
  return 'Your account is erased'
}

/** The last mail to a former student: what is deleted, and what the law makes the shop keep (UK GDPR art. 12(3), 17). */
export function AccountErased({ site, username, erasedAt, keepsDocuments }: Props) {
  return (
    <Layout
      site={site}
      title="Your account is erased"
      preview="What is gone, and what the law makes us keep."
      reason="This is the last email to this address about the account."
    >
      <Paragraph>
        {hello(username)} As you asked, your account was erased on {longDate(erasedAt)} at{' '}
        {timeOfDay(erasedAt)}: name, address, password, sessions, progress, and the mails we kept copies of.
        Films are closed.
      </Paragraph>
      {keepsDocuments && (
        <Paragraph>
          Your invoices and credit notes stay for six years after the accounting year, because tax law wants
          that; nothing else is done with them. In our accounts a number stands in place of your name.
        </Paragraph>
      )}
      <Quiet>
        If you did not ask for this, reply to this email. If you think it was done wrongly, you can also
        complain to the Information Commissioner’s Office.
      </Quiet>
    </Layout>
  )
}

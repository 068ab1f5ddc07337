import { keepPreviousData } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { failureText } from '#client/features/admin/parts/failure.tsx'
import { errorStatus } from '#client/lib/error-text.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { Field, Select } from '#client/ui/field.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Loading, Skeleton } from '#client/ui/skeleton.tsx'
import { bulkEmailMessages, emailPreviewMessages } from '#shared/messages/campaigns.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { MailFrame } from './components/mail-frame.tsx'

/** Every mail of the shop with sample data (requirements §2). */
export function EmailPreviewScreen() {
  return (
    <AdminFrame
      title={emailPreviewMessages.title}
      actions={
        <Button size="sm" asChild>
          <Link to={paths.bulkEmail}>{bulkEmailMessages.title}</Link>
        </Button>
      }
    >
      <EmailGallery />
    </AdminFrame>
  )
}

function EmailGallery() {
  const [params, setParams] = useSearchParams()
  const mails = trpc.admin.campaigns.emailPreviews.useQuery()
  const chosen = params.get('name') ?? 'welcome'
  const wanted = { name: chosen }
  const mail = trpc.admin.campaigns.emailPreview.useQuery(wanted, { placeholderData: keepPreviousData })
  const failed = mails.isError ? mails : mail.isError ? mail : null
  const isUnknown = errorStatus(failed?.error) === 404
  return (
    <div className="gallery">
      {mails.data && (
        <>
          <nav className="gallery-list" aria-label="Emails">
            <ul>
              {mails.data.map(({ name, title, subject }) => (
                <li key={name}>
                  <Link
                    to={`?${new URLSearchParams({ name })}`}
                    aria-current={name === chosen ? 'page' : undefined}
                  >
                    <strong>{title}</strong>
                    <span className="quiet small">{subject}</span>
                  </Link>
                </li>
              ))}
            </ul>
          </nav>
          <div className="gallery-choice">
            <Field label="Email">
              <Select value={chosen} onChange={({ target }) => setParams({ name: target.value })}>
                {mails.data.map(({ name, title }) => (
                  <option key={name} value={name}>
                    {title}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
        </>
      )}
      {mails.isPending && (
        <Loading label={networkMessages.loading}>
          <Stack>
            <Skeleton height="thumb" />
            <Skeleton height="thumb" />
            <Skeleton height="thumb" />
          </Stack>
        </Loading>
      )}
      <div>
        {failed ? (
          <Note
            tone="bad"
            actions={!isUnknown && <Button onClick={() => void failed.refetch()}>Try again</Button>}
          >
            {isUnknown ? emailPreviewMessages.none : failureText(failed.error, networkMessages.failed)}
          </Note>
        ) : (
          <section aria-label={mail.data?.title ?? emailPreviewMessages.title}>
            {mail.data ? (
              <>
                <h2 className="gallery-title">{mail.data.title}</h2>
                <MailFrame {...mail.data} />
              </>
            ) : (
              <Loading label={networkMessages.loading}>
                <Skeleton height="picture" />
              </Loading>
            )}
          </section>
        )}
      </div>
    </div>
  )
}

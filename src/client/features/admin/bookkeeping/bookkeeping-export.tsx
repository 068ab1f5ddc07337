import { useMutation } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import type { Period } from '#client/features/admin/parts/periods.ts'
import { saveDocument } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'
import { bookkeepingMessages } from '#shared/messages/bookkeeping.ts'
import {
  BOOKKEEPING_TOOLS,
  type BookkeepingTool,
  USUAL_SALES_ACCOUNTS,
} from '#shared/money/bookkeeping-tools.ts'
import { TOOL_LABELS } from './bookkeeping-tools.ts'

const TOOL_OPTIONS = BOOKKEEPING_TOOLS.map((tool) => [tool, TOOL_LABELS[tool].name] as const)

/** Chooses the tool, downloads its file and says where to click there. */
export function BookkeepingExport({ period }: { period: Period }) {
  const [tool, setTool] = useState<BookkeepingTool>('xero')
  const [account, setAccount] = useState(USUAL_SALES_ACCOUNTS.xero)
  const labels = TOOL_LABELS[tool]
  const { client } = trpc.useUtils()
  const download = useMutation({
    mutationFn: () =>
      client.admin.bookkeeping.exportSales.mutate({ ...period, tool, salesAccount: account.trim() }),
    onSuccess(file) {
      if (file) return saveDocument(file)
      toast({ title: bookkeepingMessages.nothing, description: bookkeepingMessages.nothingText })
    },
    onError: (error) => toastFailure(bookkeepingMessages.failed, error),
  })

  function choose(next: BookkeepingTool) {
    setTool(next)
    setAccount(USUAL_SALES_ACCOUNTS[next])
  }

  function submit(event: FormEvent) {
    event.preventDefault()
    download.mutate()
  }

  return (
    <section aria-labelledby="bookkeeping-file">
      <h2 id="bookkeeping-file" className="admin-heading">
        The file
      </h2>
      <form onSubmit={submit}>
        <Row className="bookkeeping-tool">
          <ListChoice label="For" value={tool} options={TOOL_OPTIONS} onChange={choose} />
          {labels.account !== null && (
            <TextField
              label={labels.account}
              look="short"
              value={account}
              maxLength={10}
              onChange={({ target }) => setAccount(target.value)}
            />
          )}
          <Button variant="go" type="submit" loading={download.isPending} loadingText="Making it…">
            Download for {labels.name}
          </Button>
        </Row>
      </form>
      <ol className="bookkeeping-steps" aria-label={`Where to click in ${labels.name}`}>
        {labels.steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  )
}

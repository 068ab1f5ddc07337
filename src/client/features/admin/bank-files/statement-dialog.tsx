import { useMutation } from '@tanstack/react-query'
import { toastFailure } from '#client/features/admin/parts/failure.tsx'
import { countPayouts } from '#client/features/admin/payouts/count-payouts.ts'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatShortDay, formatSum } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { Field, Input } from '#client/ui/field.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { adminDashboardMessages } from '#shared/messages/admin.ts'
import { bankFileMessages } from '#shared/messages/bank-files.ts'
import { parsePounds, sumPence, toPounds } from '#shared/money/money.ts'
import type { MatchedPayoutOutput, StatementOutput } from '#shared/schemas/payout-run.ts'
import { decodeText } from './decode-text.ts'

/** Reads a statement, shows what it says of payouts, and does what is confirmed. */
export function StatementDialog({ onClose }: { onClose: () => void }) {
  const { client } = trpc.useUtils()
  const read = useMutation({
    mutationFn: async (file: File) =>
      client.admin.readStatement.mutate({ content: decodeText(await file.arrayBuffer()) }),
    onError: (error) => toastFailure(bankFileMessages.statementFailed, error),
  })
  return (
    <Dialog
      open
      onOpenChange={onClose}
      width="wide"
      title="Read a bank statement"
      description="A CSV from your online banking. Payouts are proposed where amount and reference agree; nothing is changed until you say so."
      keepOpenOutside
    >
      <Stack>
        <Field label="Statement (CSV)">
          <Input
            type="file"
            accept=".csv,text/csv"
            disabled={read.isPending}
            onChange={({ target }) => {
              const file = target.files?.[0]
              if (file) read.mutate(file)
            }}
          />
        </Field>
        {read.data && <Match match={read.data} onClose={onClose} />}
      </Stack>
    </Dialog>
  )
}

function Match({ match, onClose }: { match: StatementOutput; onClose: () => void }) {
  const { lines, paid, returned, unclear } = match
  const isSilent = paid.length + returned.length + unclear.length === 0
  return (
    <>
      <p role="status">
        {lines === 1 ? '1 line' : `${lines.toLocaleString('en-GB')} lines`} read.
        {isSilent && ' None has the reference of a payout that waits.'}
      </p>
      {paid.length > 0 && <Paid payouts={paid} onDone={onClose} />}
      {returned.length > 0 && <Returned payouts={returned} onDone={onClose} />}
      {unclear.length > 0 && <Unclear lines={unclear} />}
    </>
  )
}

type GroupProps = { payouts: readonly MatchedPayoutOutput[]; onDone: () => void }

function Paid({ payouts, onDone }: GroupProps) {
  const totalAmount = totalOf(payouts)
  const pay = useAdminMutation({
    area: 'commissions',
    act: (admin) =>
      admin.payMatched.mutate({
        payouts: payouts.map(({ payoutId, day }) => ({ payoutId, day })),
        totalAmount,
      }),
    done: ({ payouts: count, totalAmount: sum }) => ({
      title: adminDashboardMessages.paymentProcessed,
      description: `${countPayouts(count)}, ${formatSum(sum)}.`,
      tone: 'good',
    }),
    failed: adminDashboardMessages.paymentFailed,
    onDone,
  })
  return (
    <section aria-label="Paid by the bank">
      <Payouts caption="Paid by the bank" payouts={payouts} />
      <Button
        variant="go"
        className="payout-question-part"
        loading={pay.isPending}
        onClick={() => pay.mutate()}
      >
        Mark {countPayouts(payouts.length)}, {formatSum(totalAmount)}, as paid
      </Button>
    </section>
  )
}

function Returned({ payouts, onDone }: GroupProps) {
  const totalAmount = totalOf(payouts)
  const reopen = useAdminMutation({
    area: 'commissions',
    act: (admin) =>
      admin.returnPayments.mutate({ payoutIds: payouts.map(({ payoutId }) => payoutId), totalAmount }),
    done: ({ payouts: count, totalAmount: sum }) => ({
      title: bankFileMessages.returned,
      description: `${countPayouts(count)}, ${formatSum(sum)}.`,
      tone: 'good',
    }),
    failed: bankFileMessages.returnFailed,
    onDone,
  })
  return (
    <section aria-label="Sent back by the bank">
      <Payouts caption="Sent back by the bank" payouts={payouts} />
      <p className="payout-question-line">
        They become pending again and keep their documents. The next bank file names them; each club is asked
        to check its account.
      </p>
      <Button variant="danger" loading={reopen.isPending} onClick={() => reopen.mutate()}>
        Reopen {countPayouts(payouts.length)}, {formatSum(totalAmount)}
      </Button>
    </section>
  )
}

function totalOf(payouts: readonly MatchedPayoutOutput[]): string {
  return toPounds(sumPence(payouts.map(({ amount }) => parsePounds(amount))))
}

function Payouts({ caption, payouts }: { caption: string; payouts: readonly MatchedPayoutOutput[] }) {
  return (
    <DataTable
      caption={caption}
      showCaption
      rows={payouts}
      rowKey={({ payoutId }) => payoutId}
      columns={[
        { heading: 'Referer', rowHeading: true, cell: ({ clubName }) => clubName },
        { heading: 'Quarter', cell: ({ quarterYear }) => <span className="figure">{quarterYear}</span> },
        { heading: 'Day', cell: ({ day }) => (day === null ? 'Today' : formatShortDay(day)) },
        { heading: 'Amount', figure: true, cell: ({ amount }) => formatSum(amount) },
      ]}
    />
  )
}

function Unclear({ lines }: { lines: StatementOutput['unclear'] }) {
  return (
    <DataTable
      caption="A payout’s reference, but no payout of this amount waits"
      showCaption
      rows={lines}
      rowKey={({ row }) => String(row)}
      columns={[
        { heading: 'Row', figure: true, cell: ({ row }) => row },
        { heading: 'Text', rowHeading: true, cell: ({ text }) => <span className="table-text">{text}</span> },
        { heading: 'Amount', figure: true, cell: ({ amount }) => formatSum(amount) },
      ]}
    />
  )
}

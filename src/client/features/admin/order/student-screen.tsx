import { type FormEvent, useState } from 'react'
import { useParams } from 'react-router'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { accessLabels, watchedLabel } from '#client/features/admin/orders/order-labels.ts'
import { AllOrders, OrderQuery } from '#client/features/admin/orders/order-query.tsx'
import { OrdersTable } from '#client/features/admin/orders/orders-table.tsx'
import { DialogSubmit } from '#client/features/admin/parts/dialog-submit.tsx'
import { useAdminMutation } from '#client/features/admin/use-admin-mutation.ts'
import { formatMinute } from '#client/lib/format.ts'
import { trpc } from '#client/lib/trpc.ts'
import { Button } from '#client/ui/button.tsx'
import { DataTable } from '#client/ui/data-table.tsx'
import { detailsOf, KeyValues } from '#client/ui/detail-list.tsx'
import { Dialog } from '#client/ui/dialog.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Box, Row, Stack, TwoColumns } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { orderAdminMessages } from '#shared/messages/order-admin.ts'
import type {
  AccessOutput,
  PersonOutput,
  StudentDetailOutput,
  WatchedOutput,
} from '#shared/schemas/admin-orders.ts'
import { isEmail } from '#shared/schemas/primitives.ts'
import { OrderExtendDialog, OrderGrantDialog } from './order-extend-dialog.tsx'
import { OrderMails } from './order-mails.tsx'
import { audited, OrderTimeline } from './order-timeline.tsx'

export function StudentScreen() {
  const { studentId = '' } = useParams()
  return (
    <AdminFrame above={<AllOrders />} title="Student">
      <Details studentId={studentId} />
    </AdminFrame>
  )
}

function Details({ studentId }: { studentId: string }) {
  const detail = trpc.admin.orders.student.useQuery({ studentId })
  return <OrderQuery query={detail}>{(data) => <OrderStudent detail={data} />}</OrderQuery>
}

function OrderStudent({ detail }: { detail: StudentDetailOutput }) {
  const { student, orders, access, watched, mails, audit } = detail
  const happenings = audit.flatMap(audited).toReversed()
  return (
    <>
      <h2 className="order-student-name">{student.username}</h2>
      <TwoColumns aside={<AboutStudent student={student} />} asideLabel="About this student" asideFirst>
        <h2 className="admin-heading">Orders</h2>
        {orders.length === 0 ? (
          <p className="quiet">Nothing was ordered yet.</p>
        ) : (
          <OrdersTable orders={orders} hideStudent />
        )}
        <OrderAccess access={access} watched={watched} />
        <OrderMails studentId={student.id} mails={mails} />
      </TwoColumns>
      {happenings.length > 0 && <OrderTimeline happenings={happenings} />}
    </>
  )
}

function AboutStudent({ student }: { student: PersonOutput }) {
  const [openDialog, setOpenDialog] = useState<'email' | 'grant' | null>(null)
  const close = () => setOpenDialog(null)
  const sendLink = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.sendPasswordLink.mutate({ studentId: student.id }),
    done: ({ email }) => ({
      title: 'Password Link Sent',
      description: `On its way to ${email}`,
      tone: 'good',
    }),
    failed: orderAdminMessages.passwordLinkFailed,
  })
  const signOut = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.endSessions.mutate({ studentId: student.id }),
    done: () => ({
      title: 'Signed Out Everywhere',
      description: 'Links mailed before no longer work',
      tone: 'good',
    }),
    failed: orderAdminMessages.signOutFailed,
  })
  return (
    <Box>
      <Stack>
        <h2 className="order-box-heading">Account</h2>
        <KeyValues details={studentDetails(student)} />
        {student.erasedAt === null && (
          <Row>
            <Button size="sm" onClick={() => setOpenDialog('grant')}>
              Grant access
            </Button>
            <Button size="sm" onClick={() => setOpenDialog('email')}>
              Correct the address
            </Button>
            {student.verifiedAt !== null && (
              <Button size="sm" loading={sendLink.isPending} onClick={() => sendLink.mutate()}>
                Send password link
              </Button>
            )}
            <Button size="sm" loading={signOut.isPending} onClick={() => signOut.mutate()}>
              Sign out everywhere
            </Button>
          </Row>
        )}
      </Stack>
      {openDialog === 'email' && <OrderEmailDialog student={student} onClose={close} />}
      {openDialog === 'grant' && (
        <OrderGrantDialog studentId={student.id} username={student.username} onClose={close} />
      )}
    </Box>
  )
}

function studentDetails(student: PersonOutput) {
  const { email, verifiedAt, erasedAt, businessName, vatNumber } = student
  return detailsOf([
    ['Email', <EmailText key="email" email={email} />],
    ['Confirmed', verifiedAt ? formatMinute(verifiedAt) : <Status key="no" kind="pending" label="Not yet" />],
    ['Registered', formatMinute(student.createdAt)],
    ['Last seen', formatMinute(student.lastSeenAt)],
    ['Business', businessName],
    ['VAT number', vatNumber],
    ['Erased', erasedAt && formatMinute(erasedAt)],
  ])
}

type OrderAccessProps = { access: readonly AccessOutput[]; watched: readonly WatchedOutput[] }

function OrderAccess({ access, watched }: OrderAccessProps) {
  const [extending, setExtending] = useState<AccessOutput | null>(null)
  const progress = new Map(watched.map((video) => [video.videoId, video]))
  return (
    <>
      <h2 className="order-heading">Films</h2>
      {access.length === 0 ? (
        <p className="quiet">No film has been open to them.</p>
      ) : (
        <DataTable
          caption="Films of this student"
          rows={access}
          rowKey={({ id }) => id}
          columns={[
            {
              heading: 'Film',
              rowHeading: true,
              cell: ({ title, grantReason }) => (
                <>
                  {title}
                  <span className="second-line">
                    {grantReason === null ? 'Bought' : `Given: ${grantReason}`}
                  </span>
                </>
              ),
            },
            { heading: 'Watched', cell: ({ videoId }) => watchedLabel(progress.get(videoId) ?? null) },
            {
              heading: 'Access',
              cell: (row) => <Status {...accessLabels(row)} />,
            },
            {
              heading: 'Extend',
              hideHeading: true,
              cell: (row) =>
                row.revokedAt === null && (
                  <Button
                    size="sm"
                    aria-label={`Extend access to ${row.title}`}
                    onClick={() => setExtending(row)}
                  >
                    Extend
                  </Button>
                ),
            },
          ]}
        />
      )}
      {extending && <OrderExtendDialog access={extending} onClose={() => setExtending(null)} />}
    </>
  )
}

type OrderEmailDialogProps = { student: PersonOutput; onClose: () => void }

/** For a slip of the finger at registration, or a mailbox that is no more. */
function OrderEmailDialog({ student, onClose }: OrderEmailDialogProps) {
  const [email, setEmail] = useState(student.email)
  const [isTried, setTried] = useState(false)
  const problem = email.trim() === '' ? orderAdminMessages.emailRequired : orderAdminMessages.emailInvalid
  const isRight = isEmail(email.trim())
  const correct = useAdminMutation({
    area: 'orders',
    act: ({ orders }) => orders.correctEmail.mutate({ studentId: student.id, email: email.trim() }),
    done: (answer) => ({
      title: student.verifiedAt === null ? 'Address Corrected' : 'Link Sent',
      description: `A new link is on its way to ${answer.email}`,
      tone: 'good',
    }),
    failed: orderAdminMessages.emailFailed,
    onDone: onClose,
  })

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (isRight) correct.mutate()
  }

  return (
    <Dialog
      open
      onOpenChange={onClose}
      title={`Correct the address of ${student.username}`}
      description={
        student.verifiedAt === null
          ? 'A new link goes to the right address; the one sent to the wrong address confirms nothing any more.'
          : 'A link goes to the new address, and the account moves when it is confirmed from there. The old address is told.'
      }
      keepOpenOutside
    >
      <form className="form" noValidate onSubmit={submit}>
        <TextField
          label="Email"
          type="email"
          autoComplete="off"
          maxLength={254}
          value={email}
          error={isTried && !isRight && problem}
          onChange={({ target }) => setEmail(target.value)}
        />
        <DialogSubmit loading={correct.isPending}>Correct and send a link</DialogSubmit>
      </form>
    </Dialog>
  )
}

import { useState } from 'react'
import { OrdersTable } from '#client/features/admin/orders/orders-table.tsx'
import { formatMinute } from '#client/lib/format.ts'
import { Button } from '#client/ui/button.tsx'
import { type Fact, KeyValues } from '#client/ui/detail-list.tsx'
import { EmailText } from '#client/ui/email-text.tsx'
import { Box, Row, Stack, TwoColumns } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import type { PersonOutput, StudentDetailOutput } from '#shared/schemas/admin-orders.ts'
import { OrderAccess } from './order-access.tsx'
import { OrderEmailDialog } from './order-email-dialog.tsx'
import { OrderGrantDialog } from './order-grant-dialog.tsx'
import { OrderMails } from './order-mails.tsx'
import { audited } from './order-timeline.ts'
import { OrderTimeline } from './order-timeline.tsx'

/** A student's whole detail: what they bought, may watch and were told. */
export function OrderStudent({ detail }: { detail: StudentDetailOutput }) {
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
  const [asked, setAsked] = useState<'email' | 'grant' | null>(null)
  const close = () => setAsked(null)
  return (
    <Box>
      <Stack>
        <h2 className="order-box-heading">Account</h2>
        <KeyValues details={detailsOf(student)} />
        {student.erasedAt === null && (
          <Row>
            <Button size="sm" onClick={() => setAsked('grant')}>
              Grant access
            </Button>
            {student.verifiedAt === null && (
              <Button size="sm" onClick={() => setAsked('email')}>
                Correct the address
              </Button>
            )}
          </Row>
        )}
      </Stack>
      {asked === 'email' && <OrderEmailDialog student={student} onClose={close} />}
      {asked === 'grant' && (
        <OrderGrantDialog studentId={student.id} username={student.username} onClose={close} />
      )}
    </Box>
  )
}

function detailsOf(student: PersonOutput): Fact[] {
  const { email, verifiedAt, erasedAt, businessName, vatNumber } = student
  return [
    { label: 'Email', value: <EmailText email={email} /> },
    {
      label: 'Confirmed',
      value: verifiedAt ? formatMinute(verifiedAt) : <Status kind="pending">Not yet</Status>,
    },
    { label: 'Registered', value: formatMinute(student.createdAt) },
    { label: 'Last seen', value: formatMinute(student.lastSeenAt) },
    ...(businessName ? [{ label: 'Business', value: businessName }] : []),
    ...(vatNumber ? [{ label: 'VAT number', value: vatNumber }] : []),
    ...(erasedAt ? [{ label: 'Erased', value: formatMinute(erasedAt) }] : []),
  ]
}

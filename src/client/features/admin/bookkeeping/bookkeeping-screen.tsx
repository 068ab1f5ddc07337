import { useState } from 'react'
import { AdminFrame } from '#client/features/admin/admin-frame.tsx'
import { ListChoice } from '#client/features/admin/parts/list-choice.tsx'
import { PeriodDays } from '#client/features/admin/parts/period-days.tsx'
import { periodText, recentQuarters } from '#client/features/admin/parts/periods.ts'
import { Row } from '#client/ui/layout.tsx'
import { bookkeepingMessages } from '#shared/messages/bookkeeping.ts'
import { BookkeepingExport } from './bookkeeping-export.tsx'
import { BookkeepingSums } from './bookkeeping-sums.tsx'

/** Invoices and credit notes of a period, in the files that bookkeeping tools import. */
export function BookkeepingScreen() {
  return (
    <AdminFrame title={bookkeepingMessages.title}>
      <Bookkeeping />
    </AdminFrame>
  )
}

const OTHER_DAYS = 'other'

function Bookkeeping() {
  const [quarters] = useState(() => recentQuarters(new Date()))
  // The last quarter that is over: the one that is booked.
  const [choice, setChoice] = useState(quarters[1]?.title ?? OTHER_DAYS)
  const [days, setDays] = useState({ from: quarters[1]?.from ?? '', to: quarters[1]?.to ?? '' })
  const { from, to } = quarters.find(({ title }) => title === choice) ?? days
  const text = periodText({ from, to })
  return (
    <div className="bookkeeping">
      <Row className="bookkeeping-period">
        <ListChoice
          label="Period"
          value={choice}
          options={[...quarters.map(({ title }) => [title, title] as const), [OTHER_DAYS, 'Other days']]}
          onChange={setChoice}
        />
        {choice === OTHER_DAYS && <PeriodDays days={days} onChange={setDays} />}
      </Row>
      {text === null ? (
        <p role="status">The first day has to come before the last.</p>
      ) : (
        <>
          <BookkeepingSums period={{ from, to }} text={text} />
          <BookkeepingExport key={`${from} ${to}`} period={{ from, to }} />
        </>
      )}
    </div>
  )
}

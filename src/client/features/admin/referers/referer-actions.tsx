import { useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import type { RefererOutput } from '#shared/schemas/admin-reports.ts'
import { EditRefererDialog } from './edit-referer-dialog.tsx'
import { EndRefererDialog } from './end-referer-dialog.tsx'

/** What can be done with one referer. */
export function RefererActs({ club }: { club: RefererOutput }) {
  const [open, setOpen] = useState<'edit' | 'end' | null>(null)
  const close = () => setOpen(null)
  return (
    <Row className="referer-row-part">
      <Button size="sm" aria-label={`Edit details of ${club.name}`} onClick={() => setOpen('edit')}>
        Edit details
      </Button>
      {club.endedAt === null && (
        <Button
          size="sm"
          variant="quiet"
          aria-label={`End the agreement with ${club.name}`}
          onClick={() => setOpen('end')}
        >
          End agreement
        </Button>
      )}
      {open === 'edit' && <EditRefererDialog club={club} onClose={close} />}
      {open === 'end' && <EndRefererDialog referer={club} onClose={close} />}
    </Row>
  )
}

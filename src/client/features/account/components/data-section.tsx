import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { SECTIONS } from '#client/features/account/sections.ts'
import { errorText } from '#client/lib/error-text.ts'
import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { paths } from '#client/site/paths.ts'
import { Button } from '#client/ui/button.tsx'
import { Row } from '#client/ui/layout.tsx'
import { personalDataMessages } from '#shared/messages/account.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { EraseDialog } from './erase-dialog.tsx'
import { AccountSection } from './section.tsx'

type DataSectionProps = { username: string; onErased: () => void }

/** A copy of everything, and the end of everything (UK GDPR art. 15, 17 and 20). */
export function DataSection({ username, onErased }: DataSectionProps) {
  const [isErasing, setErasing] = useState(false)
  return (
    <AccountSection {...SECTIONS.data} isOnScreenOnly>
      <p>
        Everything the shop holds on you, with what it is for, as one file that people and machines can read.
        How long things are kept is in the{' '}
        <Link className="link" to={paths.privacyPolicy}>
          privacy policy
        </Link>
        .
      </p>
      <Row>
        <ExportButton username={username} />
        <Button variant="danger" onClick={() => setErasing(true)}>
          Erase my account…
        </Button>
      </Row>
      <EraseDialog open={isErasing} onOpenChange={setErasing} onErased={onErased} />
    </AccountSection>
  )
}

function ExportButton({ username }: { username: string }) {
  const { client } = trpc.useUtils()
  const download = useMutation({
    mutationFn: () => client.auth.exportData.query(),
    onSuccess(data) {
      const text = `${JSON.stringify(data, null, 2)}\n`
      saveFile(new Blob([text], { type: 'application/json' }), fileName(username, data.madeAt))
      toast({ title: personalDataMessages.exported, tone: 'good' })
    },
    onError(error) {
      const text = errorText(error, networkMessages.failed)
      toast({ title: personalDataMessages.exportFailedTitle, description: text, tone: 'bad' })
    },
  })
  return (
    <Button loading={download.isPending} loadingText="Collecting…" onClick={() => download.mutate()}>
      Download my data
    </Button>
  )
}

/** Letters that every file system takes, and the day. */
function fileName(username: string, madeAt: string): string {
  const name = username.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-+|-+$/g, '')
  return `${['ground-school', name, madeAt.slice(0, 10)].filter(Boolean).join('-')}.json`
}

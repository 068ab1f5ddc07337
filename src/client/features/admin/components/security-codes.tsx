import { securityMessages } from '#shared/messages/admin.ts'
import { saveFile } from '../../../lib/save-file.ts'
import { toast } from '../../../lib/toast.ts'
import { Button } from '../../../ui/button.tsx'
import { Note } from '../../../ui/note.tsx'

/** Recovery codes as they are made: nobody can show them again. */
export function SecurityCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  async function copy() {
    await navigator.clipboard.writeText(text)
    toast({ title: securityMessages.copied, tone: 'good' })
  }

  return (
    <Note
      tone="caution"
      live="status"
      title={securityMessages.codesHeading}
      actions={
        <>
          <Button size="sm" onClick={() => void copy()}>
            Copy
          </Button>
          <Button
            size="sm"
            onClick={() => saveFile(new Blob([`${text}\n`], { type: 'text/plain' }), 'recovery-codes.txt')}
          >
            Save as text
          </Button>
        </>
      }
    >
      <p>{securityMessages.codesText}</p>
      <ul className="recovery-codes" aria-label={securityMessages.codesHeading}>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
    </Note>
  )
}

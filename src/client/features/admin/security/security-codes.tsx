import { saveFile } from '#client/lib/save-file.ts'
import { toast } from '#client/lib/toast.ts'
import { Note } from '#client/ui/alert.tsx'
import { Button } from '#client/ui/button.tsx'
import { securityMessages } from '#shared/messages/admin.ts'

/** Recovery codes as they are made: they cannot be shown again. */
export function SecurityCodes({ codes }: { codes: readonly string[] }) {
  const text = codes.join('\n')

  async function copy() {
    try {
      await navigator.clipboard.writeText(text)
      toast({ title: securityMessages.copied, tone: 'good' })
    } catch {
      // Without leave of the browser, or outside https, there is no clipboard.
      toast({ title: securityMessages.copyFailed, description: securityMessages.copyByHand, tone: 'bad' })
    }
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

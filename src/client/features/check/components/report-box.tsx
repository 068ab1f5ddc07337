import { useRef } from 'react'
import { toast } from '#client/lib/toast.ts'
import { Button } from '#client/ui/button.tsx'
import { Field, Textarea } from '#client/ui/field.tsx'

/** The report, to be read before it is sent: by the clipboard, or as a mail that is ready to go. */
export function ReportBox({ report, email }: { report: string; email: string }) {
  const details = useRef<HTMLDetailsElement>(null)
  const box = useRef<HTMLTextAreaElement>(null)

  async function copy() {
    try {
      await navigator.clipboard.writeText(report)
      toast({ title: 'Report copied', description: 'Paste it into your mail to us.', tone: 'good' })
    } catch {
      if (details.current) details.current.open = true
      box.current?.select()
      toast({
        title: 'Copy it by hand',
        description: 'The report is selected: press Ctrl or ⌘ and C.',
        tone: 'bad',
      })
    }
  }

  const mail = `mailto:${email}?${new URLSearchParams({ subject: 'A film does not play', body: report })}`
  return (
    <section className="check-report-part" aria-labelledby="report">
      <h2 id="report">Report for support</h2>
      <p className="lede">
        What the tests found, and which device this is. It holds no password, no link and nobody’s name.
      </p>
      <details className="behind" ref={details}>
        <summary>Details for us</summary>
        <Field label="Report">
          <Textarea ref={box} value={report} readOnly rows={12} className="check-report" />
        </Field>
      </details>
      <p className="row check-report-actions">
        <Button onClick={() => void copy()}>Copy the report</Button>
        <Button asChild>
          <a href={mail.replaceAll('+', '%20')}>Email it to us</a>
        </Button>
      </p>
    </section>
  )
}

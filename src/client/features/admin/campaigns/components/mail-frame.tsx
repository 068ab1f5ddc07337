import { useEffect, useRef, useState } from 'react'
import { useMediaQuery } from '#client/lib/use-media-query.ts'
import { Button } from '#client/ui/button.tsx'
import { ScrollFrame } from '#client/ui/data-table.tsx'
import { Row } from '#client/ui/layout.tsx'

const VIEWS = ['Desktop', 'Phone', 'Plain text'] as const

/** The width of a desk would be half out of sight. */
const NARROW = '(width < 44rem)'

type MailFrameProps = { subject: string; html: string; text: string }

/** A mail to look at: as wide as a desk or as narrow as a phone, light or dark, and its text part. */
export function MailFrame({ subject, html, text }: MailFrameProps) {
  const isNarrow = useMediaQuery(NARROW)
  const [chosen, setChosen] = useState<(typeof VIEWS)[number] | null>(null)
  const view = chosen ?? (isNarrow ? 'Phone' : 'Desktop')
  const [isDark, setDark] = useState(false)
  return (
    <div className="mail-view">
      <p className="mail-subject">
        <span className="quiet">Subject:</span> {subject}
      </p>
      <Row>
        <Row role="group" aria-label="Show as">
          {VIEWS.map((name) => (
            <Button key={name} size="sm" aria-pressed={view === name} onClick={() => setChosen(name)}>
              {name}
            </Button>
          ))}
        </Row>
        {view !== 'Plain text' && (
          <Button size="sm" aria-pressed={isDark} onClick={() => setDark(!isDark)}>
            Dark
          </Button>
        )}
      </Row>
      {view === 'Plain text' ? (
        <section className="mail-text" aria-label={`${subject}, as plain text`}>
          <pre>{text}</pre>
        </section>
      ) : (
        <Sheet key={view} title={subject} html={mailForFrame(html, { isDark })} isNarrow={view === 'Phone'} />
      )}
    </div>
  )
}

type SheetProps = { title: string; html: string; isNarrow: boolean }

/**
 * The frame runs no script, its own page's policy allows none either, and it takes the mail's styles, which the policy
 * of this page refuses. Of the same origin, so that the mail can be put in from here.
 */
function Sheet({ title, html, isNarrow }: SheetProps) {
  const frame = useRef<HTMLIFrameElement>(null)
  const [isLoaded, setLoaded] = useState(false)
  useEffect(() => {
    const sheet = frame.current?.contentDocument?.documentElement
    if (!isLoaded || !frame.current || !sheet) return
    sheet.innerHTML = html
    sheet.lang = 'en-GB'
    return fitHeight(frame.current, sheet)
  }, [isLoaded, html])
  return (
    <ScrollFrame label={title}>
      <iframe
        ref={frame}
        className={isNarrow ? 'mail-sheet mail-sheet-narrow' : 'mail-sheet'}
        title={title}
        src="/api/email-frame"
        sandbox="allow-same-origin allow-popups allow-popups-to-escape-sandbox"
        onLoad={() => setLoaded(true)}
      />
    </ScrollFrame>
  )
}

/** As high as the mail, in whatever width it gets: a frame within the page would be a second thing to scroll. */
function fitHeight(frame: HTMLIFrameElement, sheet: HTMLElement) {
  let width = -1
  function follow() {
    if (frame.clientWidth === width) return
    width = frame.clientWidth
    frame.style.height = sheet.offsetHeight > 0 ? `${sheet.offsetHeight}px` : ''
  }
  follow()
  if (typeof ResizeObserver === 'undefined') return
  const observer = new ResizeObserver(follow)
  observer.observe(frame)
  return () => observer.disconnect()
}

/**
 * A mail's HTML for the frame of the back office: links open in a tab of their own, and the mail is as light or dark
 * as the person looking at it chose, whatever their own screen is.
 */
export function mailForFrame(html: string, { isDark }: { isDark: boolean }): string {
  const chosen = html
    .replace(/@media\s*\(prefers-color-scheme:\s*dark\)/g, isDark ? '@media all' : '@media not all')
    .replace(/(color-scheme:\s*)light dark/g, `$1${isDark ? 'dark' : 'light'}`)
  return chosen.replace(/<head[^>]*>/i, (head) => `${head}<base target="_blank">`)
}

import { useEffect, useRef, useState } from 'react'
import type { Subject } from '#client/ui/subjects.ts'

export type MarksName = Subject | 'hero-ground' | 'lost' | 'threshold'

type Html = { __html: string }

/** As long as the object is the same, React leaves what the server has drawn. */
const NOTHING: Html = { __html: '' }
const known = new Map<string, Html>()

/** The server has the files from its start. */
export function keepMarks(files: Readonly<Record<string, string>>) {
  for (const [name, svg] of Object.entries(files)) known.set(name, { __html: svg })
}

/** The text of a drawing's file, once the files are here. */
export function readMarks(name: MarksName): string {
  return (known.get(name) ?? NOTHING).__html
}

type MarksProps = { name: MarksName; className?: string }

/**
 * The shapes of an SVG file beside this one. The server draws them; a browser that takes its page over leaves them as they
 * are, and fetches the files (13 kB) only where it draws a page itself.
 */
export function Marks({ name, className = 'marks' }: MarksProps) {
  return <Shapes key={name} name={name} className={className} />
}

function Shapes({ name, className }: Required<MarksProps>) {
  const place = useRef<SVGGElement>(null)
  const [html, setHtml] = useState(() => known.get(name) ?? NOTHING)
  useEffect(() => {
    if (place.current?.hasChildNodes()) return
    let isGone = false
    import('./marks-files.ts').then(
      ({ MARKS }) => {
        keepMarks(MARKS)
        if (!isGone) setHtml(known.get(name) ?? NOTHING)
      },
      // Without a connection a page has its words and no drawing.
      () => undefined,
    )
    return () => {
      isGone = true
    }
  }, [name])
  return (
    // biome-ignore lint/security/noDangerouslySetInnerHtml: the file is part of the program
    <g className={className} ref={place} dangerouslySetInnerHTML={html} suppressHydrationWarning />
  )
}

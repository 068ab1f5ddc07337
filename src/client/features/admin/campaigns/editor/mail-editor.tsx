import { Editor } from '@tiptap/core'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { EditorTools } from './editor-tools.tsx'
import { hideStyles, isKnown, MAIL_EXTENSIONS } from './mail-schema.ts'

type MailEditorProps = { html: string; onChange: (html: string) => void }

/** Writes a mail's HTML: paragraphs, headings, lists, links, buttons and images. */
export function MailEditor({ html, onChange }: MailEditorProps) {
  const labelId = useId()
  const known = isKnown(html)
  return (
    <div className="field">
      <span className="field-label" id={labelId}>
        Text
      </span>
      {known ? (
        <Sheet html={html} labelId={labelId} onChange={onChange} />
      ) : (
        <p className="quiet">The HTML below has more than this editor knows: change it there.</p>
      )}
    </div>
  )
}

function Sheet({ html, labelId, onChange }: MailEditorProps & { labelId: string }) {
  const place = useRef<HTMLDivElement>(null)
  const [editor, setEditor] = useState<Editor | null>(null)
  // Raised by every change, so that the buttons show what the caret stands in.
  const [, setTurn] = useState(0)
  const written = useRef(html)

  const write = useEffectEvent((next: string) => {
    written.current = next
    onChange(next)
  })
  const begin = useEffectEvent((element: HTMLElement) => {
    return new Editor({
      element,
      extensions: MAIL_EXTENSIONS,
      content: hideStyles(html),
      // The policy of the page allows no style element; the styles are in campaigns.css.
      injectCSS: false,
      editorProps: {
        attributes: {
          role: 'textbox',
          'aria-multiline': 'true',
          'aria-labelledby': labelId,
        },
      },
      onUpdate: ({ editor: changed }) => write(changed.isEmpty ? '' : changed.getHTML()),
      onTransaction: () => setTurn((turn) => turn + 1),
    })
  })

  useEffect(() => {
    if (!place.current) return
    const made = begin(place.current)
    setEditor(made)
    return () => made.destroy()
  }, [])
  // A template, a draft, or the HTML below: what did not come from here.
  useEffect(() => {
    if (!editor || html === written.current) return
    written.current = html
    editor.commands.setContent(hideStyles(html), { emitUpdate: false })
  }, [editor, html])

  return (
    <>
      {editor && <EditorTools editor={editor} />}
      <div ref={place} className="mail-editor" />
    </>
  )
}

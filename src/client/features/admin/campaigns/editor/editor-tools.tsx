import type { Editor } from '@tiptap/core'
import {
  Bold,
  Heading1,
  Heading2,
  Image,
  Italic,
  Link,
  List,
  ListOrdered,
  type LucideIcon,
  RectangleHorizontal,
  Undo2,
} from 'lucide-react'
import { type KeyboardEvent, useState } from 'react'
import { Button } from '#client/ui/button.tsx'
import { TextField } from '#client/ui/field.tsx'
import { Row } from '#client/ui/layout.tsx'

type Tool = { label: string; Icon: LucideIcon; isOn?: boolean; act: () => void }

/** What can be done to the words, above them. */
export function EditorTools({ editor }: { editor: Editor }) {
  const [asked, setAsked] = useState<Insert | null>(null)
  const chain = () => editor.chain().focus()
  const tools: Tool[] = [
    {
      label: 'Heading',
      Icon: Heading1,
      isOn: editor.isActive('heading', { level: 1 }),
      act: () => chain().toggleHeading({ level: 1 }).run(),
    },
    {
      label: 'Subheading',
      Icon: Heading2,
      isOn: editor.isActive('heading', { level: 2 }),
      act: () => chain().toggleHeading({ level: 2 }).run(),
    },
    { label: 'Bold', Icon: Bold, isOn: editor.isActive('bold'), act: () => chain().toggleBold().run() },
    {
      label: 'Italic',
      Icon: Italic,
      isOn: editor.isActive('italic'),
      act: () => chain().toggleItalic().run(),
    },
    {
      label: 'List',
      Icon: List,
      isOn: editor.isActive('bulletList'),
      act: () => chain().toggleBulletList().run(),
    },
    {
      label: 'Numbers',
      Icon: ListOrdered,
      isOn: editor.isActive('orderedList'),
      act: () => chain().toggleOrderedList().run(),
    },
    ...INSERTS.map((insert) => ({
      label: insert.label,
      Icon: insert.Icon,
      isOn: asked === insert,
      act: () => setAsked(asked === insert ? null : insert),
    })),
    { label: 'Undo', Icon: Undo2, act: () => chain().undo().run() },
  ]
  return (
    <>
      <Row role="group" aria-label="Format" className="mail-editor-tools">
        {tools.map(({ label, Icon, isOn, act }) => (
          <Button
            key={label}
            size="sm"
            icon
            aria-label={label}
            title={label}
            aria-pressed={isOn}
            onClick={act}
          >
            <Icon aria-hidden="true" />
          </Button>
        ))}
      </Row>
      {asked && (
        <InsertFields key={asked.label} insert={asked} editor={editor} onDone={() => setAsked(null)} />
      )}
    </>
  )
}

type Values = { address: string; words: string }

type Insert = {
  label: string
  Icon: LucideIcon
  /** What the words are for. */
  words: string
  addresses: RegExp
  wrong: string
  put: (editor: Editor, values: Values) => void
}

const LINK = {
  addresses: /^(https?:\/\/|mailto:|tel:)\S+$/,
  wrong: 'Please enter a full link, starting with https://',
}

const INSERTS: readonly Insert[] = [
  {
    label: 'Link',
    Icon: Link,
    words: 'Words of the link',
    ...LINK,
    put: (editor, { address, words }) =>
      editor
        .chain()
        .focus()
        .insertContent({ type: 'text', text: words, marks: [{ type: 'link', attrs: { href: address } }] })
        .run(),
  },
  {
    label: 'Button',
    Icon: RectangleHorizontal,
    words: 'Words on the button',
    ...LINK,
    put: (editor, { address, words }) =>
      editor
        .chain()
        .focus()
        .insertContent({
          type: 'mailButton',
          attrs: { href: address },
          content: [{ type: 'text', text: words }],
        })
        .run(),
  },
  {
    label: 'Image',
    Icon: Image,
    words: 'What it shows, for those who do not see it',
    addresses: /^https:\/\/\S+$/,
    wrong: 'Please enter the address of an image, starting with https://',
    put: (editor, { address, words }) => editor.chain().focus().setImage({ src: address, alt: words }).run(),
  },
]

type InsertFieldsProps = { insert: Insert; editor: Editor; onDone: () => void }

/** Address and words of what is put in where the caret stands; words that are selected are taken. */
function InsertFields({ insert, editor, onDone }: InsertFieldsProps) {
  const { from, to } = editor.state.selection
  const [values, setValues] = useState<Values>(() => ({
    address: '',
    words: editor.state.doc.textBetween(from, to, ' '),
  }))
  const [isTried, setTried] = useState(false)
  const isAddress = insert.addresses.test(values.address.trim())
  const hasWords = values.words.trim() !== ''

  function put() {
    setTried(true)
    if (!isAddress || !hasWords) return
    insert.put(editor, { address: values.address.trim(), words: values.words.trim() })
    onDone()
  }

  /** The fields stand in the form of the campaign, which a press of Enter would send. */
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Enter') return
    event.preventDefault()
    put()
  }

  return (
    <fieldset className="mail-editor-insert" aria-label={insert.label}>
      <TextField
        label="Address"
        type="url"
        autoComplete="off"
        value={values.address}
        error={isTried && !isAddress && insert.wrong}
        onChange={({ target }) => setValues({ ...values, address: target.value })}
        onKeyDown={onKeyDown}
      />
      <TextField
        label={insert.words}
        autoComplete="off"
        value={values.words}
        error={isTried && !hasWords && 'Please enter the words.'}
        onChange={({ target }) => setValues({ ...values, words: target.value })}
        onKeyDown={onKeyDown}
      />
      <Row>
        <Button size="sm" variant="go" onClick={put}>
          Put it in
        </Button>
        <Button size="sm" onClick={onDone}>
          Cancel
        </Button>
      </Row>
    </fieldset>
  )
}

import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EMAIL_PROPS } from '#emails/props.ts'
import { projectRoot } from '#server/infra/root.ts'

/** What react-email's preview lists: it looks for files with a default export, and our templates have none. */
const FOLDER = join(projectRoot, 'dist/email-preview')

function source(name: string): string {
  return [
    "import { EMAILS } from '#emails/index.ts'",
    `const { component, preview } = EMAILS['${name}']`,
    'export default Object.assign((props) => component(props), { PreviewProps: preview })',
    '',
  ].join('\n\n')
}

await rm(FOLDER, { recursive: true, force: true })
await mkdir(FOLDER, { recursive: true })
const names = Object.keys(EMAIL_PROPS)
await Promise.all(names.map((name) => writeFile(join(FOLDER, `${name}.tsx`), source(name))))
console.log(`${names.length} emails for the preview in dist/email-preview`)

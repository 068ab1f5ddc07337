import { TextButton } from '#client/ui/button.tsx'
import { codeMethodMessages } from '#shared/messages/admin.ts'
import { type CodeMethod, codeMethods } from '#shared/schemas/admin.ts'

type CodeMethodsProps = { current: CodeMethod; onChoose: (method: CodeMethod) => void }

/** The other ways to prove a second factor, for an admin who has an authenticator app. */
export function CodeMethods({ current, onChoose }: CodeMethodsProps) {
  return codeMethods
    .filter((method) => method !== current)
    .map((method) => (
      <TextButton key={method} onClick={() => onChoose(method)}>
        {codeMethodMessages[method].use}
      </TextButton>
    ))
}

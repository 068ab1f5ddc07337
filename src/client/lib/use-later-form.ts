import { useRef } from 'react'
import {
  type DefaultValues,
  type FieldErrors,
  type FieldValues,
  type Resolver,
  type UseFormHandleSubmit,
  useForm,
} from 'react-hook-form'
import { networkMessages } from '#shared/messages/site.ts'
import { toast } from './toast.ts'

const UNCHECKED = 'unchecked'

type LaterForm<Input extends FieldValues, Output> = {
  load: () => Promise<Resolver<Input, unknown, Output>>
  defaultValues: DefaultValues<Input>
}

/**
 * A form whose rules are fetched when they are first needed. Without them nothing is sent, and it says so at each send;
 * what is typed in between asks for them no more.
 */
export function useLaterForm<Input extends FieldValues, Output = Input>(asked: LaterForm<Input, Output>) {
  const { load, defaultValues } = asked
  const isAway = useRef(false)
  const form = useForm<Input, unknown, Output>({
    defaultValues,
    async resolver(...values) {
      const check = isAway.current ? null : await load().catch(() => null)
      if (check) return check(...values)
      isAway.current = true
      const errors: FieldErrors<Input> = {}
      return { values: {}, errors: Object.assign(errors, { root: { type: UNCHECKED } }) }
    },
  })
  const handleSubmit: UseFormHandleSubmit<Input, Output> = (send) => {
    const submit = form.handleSubmit(send, ({ root }) => {
      if (root?.type === UNCHECKED) toast({ title: networkMessages.failed, tone: 'bad' })
    })
    return (event) => {
      isAway.current = false
      return submit(event)
    }
  }
  return { ...form, handleSubmit }
}

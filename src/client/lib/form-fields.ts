import type { FieldPath, FieldValues, RegisterOptions, UseFormReturn } from 'react-hook-form'
import { useLaterFocus } from './use-later-focus.ts'

type Form<Values extends FieldValues> = Pick<
  UseFormReturn<Values>,
  'register' | 'getFieldState' | 'formState'
>

/** What a field of a form needs: its registration and its error. */
export function fieldsOf<Values extends FieldValues>({ register, getFieldState, formState }: Form<Values>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => ({
    ...register(name, options),
    error: getFieldState(name, formState).error?.message,
  })
}

/** Gives a function that shows a refusal at a field, and moves the focus there once the form is not busy. */
export function useFieldError<Values extends FieldValues>(
  { setError, setFocus }: Pick<UseFormReturn<Values>, 'setError' | 'setFocus'>,
  isBusy: boolean,
) {
  const focusLater = useLaterFocus(isBusy)
  return (field: FieldPath<Values>, message: string, options?: { shouldSelect: boolean }) => {
    setError(field, { message })
    focusLater(() => setFocus(field, options))
  }
}

import {
  type FieldError,
  type FieldPath,
  type FieldValues,
  get,
  type RegisterOptions,
  type UseFormReturn,
} from 'react-hook-form'

type Form<Values extends FieldValues> = Pick<UseFormReturn<Values>, 'register' | 'formState'>

/** Gives what each field of a form needs: its name and handlers, and what is wrong with it. */
export function fieldsOf<Values extends FieldValues>({ register, formState: { errors } }: Form<Values>) {
  return <Name extends FieldPath<Values>>(name: Name, options?: RegisterOptions<Values, Name>) => {
    const problem: FieldError | undefined = get(errors, name)
    return { error: problem?.message, ...register(name, options) }
  }
}

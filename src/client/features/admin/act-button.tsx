import { Button, type ButtonProps } from '#client/ui/button.tsx'
import { type AdminMutation, useAdminMutation } from './use-admin-mutation.ts'

type ActButtonProps<Output> = AdminMutation<void, Output> &
  Pick<ButtonProps, 'size' | 'aria-label' | 'children'>

/** A button that changes something in the back office at once. */
export function ActButton<Output>({ area, act, done, failed, onDone, ...button }: ActButtonProps<Output>) {
  const { isPending, mutate } = useAdminMutation({ area, act, done, failed, onDone })
  return <Button size="sm" {...button} loading={isPending} onClick={() => mutate()} />
}

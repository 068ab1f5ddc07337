import { useMutation } from '@tanstack/react-query'
import { errorCode } from '#client/lib/error-text.ts'
import { type Notice, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { toastFailure } from './parts/failure.tsx'
import { NOT_CONFIRMED, useConfirmed } from './sign-in/step-up.tsx'

type Utils = ReturnType<typeof trpc.useUtils>
type Area = 'orders' | 'operations' | 'authenticator' | 'campaigns' | 'commissions'

export type AdminMutation<Input, Output> = {
  area: Area
  act: (admin: Utils['client']['admin'], input: Input) => Promise<Output>
  done?: ((output: Output) => Notice) | undefined
  /** The title of the toast when it fails. */
  failed: string
  onDone?: ((output: Output) => void) | undefined
  /** Refused by the server, which was reached. */
  onRefused?: (() => void) | undefined
  /** Done or failed. */
  onSettled?: (() => void) | undefined
}

/**
 * Changes something in the back office: asks for a new code where the server wants one, says the result, and reads the
 * area again. After a refusal it reads again as well, because another admin may have been quicker.
 */
export function useAdminMutation<Output, Input = void>(mutation: AdminMutation<Input, Output>) {
  const { area, act, done, failed, onDone, onRefused, onSettled } = mutation
  const confirmed = useConfirmed()
  const utils = trpc.useUtils()
  const commissionsChanged = useCommissionsChanged()
  return useMutation({
    mutationKey: [['admin', area]],
    mutationFn: (input: Input) => confirmed(() => act(utils.client.admin, input)),
    onSuccess(output) {
      if (output === NOT_CONFIRMED) return
      if (done) toast(done(output))
      onDone?.(output)
      onSettled?.()
    },
    onError(error) {
      toastFailure(failed, error)
      if (errorCode(error) !== null) onRefused?.()
      onSettled?.()
    },
    onSettled(output) {
      if (output === NOT_CONFIRMED) return
      // A refund takes commission back.
      if (area === 'orders' || area === 'commissions') commissionsChanged()
      if (area !== 'commissions') readAgain(utils.admin, area)
    },
  })
}

function readAgain(admin: Utils['admin'], area: Exclude<Area, 'commissions'>): void {
  if (area === 'operations' || area === 'orders') void admin.attention.invalidate()
  if (area !== 'campaigns') {
    void admin[area].invalidate()
    return
  }
  // The draft that is open is not read again: it would overwrite what was typed.
  const { history, progress, recipients } = admin.campaigns
  void Promise.all([history.invalidate(), progress.invalidate(), recipients.invalidate()])
}

/**
 * Gives a function that asks again for all that is made of commission, wherever it is shown: sums, quarters, payouts
 * and whether they can be paid. A refund, a payout, a bank account and the end of an agreement change it.
 */
export function useCommissionsChanged(): () => void {
  const { admin } = trpc.useUtils()
  return () => {
    void admin.referersSummary.invalidate()
    void admin.attention.invalidate()
    void admin.refererQuarters.invalidate()
    void admin.refererPayouts.invalidate()
    void admin.unprocessedQuarters.invalidate()
    void admin.missingBank.invalidate()
    void admin.payoutRuns.invalidate()
    void admin.payoutRun.invalidate()
    void admin.bankFiles.invalidate()
    void admin.sellerAccount.invalidate()
  }
}

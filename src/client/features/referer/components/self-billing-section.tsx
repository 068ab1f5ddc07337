import { zodResolver } from '@hookform/resolvers/zod'
import { useForm } from 'react-hook-form'
import type { z } from 'zod'
import { SelfBillingAgreement } from '#client/features/referer/application/self-billing-agreement.tsx'
import { SECTIONS } from '#client/features/referer/sections.ts'
import { errorText } from '#client/lib/error-text.ts'
import { formatDay } from '#client/lib/format.ts'
import { toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { BusyFieldset } from '#client/ui/busy-fieldset.tsx'
import { Button } from '#client/ui/button.tsx'
import { Checkbox } from '#client/ui/choice.tsx'
import { Stack } from '#client/ui/layout.tsx'
import { Status } from '#client/ui/status.tsx'
import { refererPortalMessages as copy } from '#shared/messages/referer-portal.ts'
import { networkMessages } from '#shared/messages/site.ts'
import { type RefererAccountOutput, selfBillingInput } from '#shared/schemas/referer-portal.ts'
import { PortalSection } from './portal-section.tsx'

/** The agreement under which we write a registered referer's invoices; made here, or again for another year. */
export function SelfBillingSection({ account }: { account: RefererAccountOutput }) {
  const { isVatRegistered, selfBilling } = account
  if (!isVatRegistered) {
    return (
      <PortalSection {...SECTIONS.selfBilling}>
        <p>
          You are not VAT registered, so you need send no invoice: each payout comes with a statement. If you
          have registered since, tick “VAT registered” under {SECTIONS.details.heading}.
        </p>
      </PortalSection>
    )
  }
  return (
    <PortalSection {...SECTIONS.selfBilling} hasCaution={!selfBilling.isInForce}>
      {selfBilling.isInForce ? (
        <p>
          <Status kind="done" wrap>
            In force{selfBilling.until && ` until ${formatDay(selfBilling.until)}`}
          </Status>
        </p>
      ) : (
        <p>
          <Status kind="not-started" wrap>
            No agreement is in force. Until there is one, we ask you for an invoice with each payout.
          </Status>
        </p>
      )}
      {selfBilling.isInForce ? (
        <details className="behind">
          <summary>Read the agreement, or make it anew</summary>
          <Stack>
            <Agreement isAgain />
          </Stack>
        </details>
      ) : (
        <Agreement isAgain={false} />
      )}
    </PortalSection>
  )
}

function Agreement({ isAgain }: { isAgain: boolean }) {
  return (
    <>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a box that scrolls must be reachable by keys */}
      <section className="scroll-box prose" tabIndex={0} aria-label="Self-billing agreement">
        <SelfBillingAgreement />
      </section>
      <AcceptForm isAgain={isAgain} />
    </>
  )
}

function AcceptForm({ isAgain }: { isAgain: boolean }) {
  const { register, handleSubmit, reset, formState } = useForm<z.infer<typeof selfBillingInput>>({
    resolver: zodResolver(selfBillingInput),
  })
  const utils = trpc.useUtils()
  const accept = trpc.referer.acceptSelfBilling.useMutation()

  const submit = handleSubmit(async (consent) => {
    try {
      const { selfBillingUntil } = await accept.mutateAsync(consent)
      toast({
        title: copy.selfBillingAccepted,
        description: `It lasts until ${formatDay(selfBillingUntil)}.`,
        tone: 'good',
      })
      reset()
      utils.referer.account.setData(
        undefined,
        (before) =>
          before && {
            ...before,
            selfBilling: { ...before.selfBilling, isInForce: true, until: selfBillingUntil },
          },
      )
      void utils.referer.account.invalidate()
    } catch (error) {
      toast({ title: copy.changeFailed, description: errorText(error, networkMessages.failed), tone: 'bad' })
    }
  })

  return (
    <form onSubmit={submit} noValidate>
      <BusyFieldset className="form" busy={accept.isPending}>
        <Checkbox
          label="I accept the self-billing agreement"
          error={formState.errors.accepted?.message}
          {...register('accepted')}
        />
        <Button type="submit" loading={accept.isPending} loadingText="Saving…">
          {isAgain ? 'Agree for twelve months from today' : 'Make the agreement'}
        </Button>
      </BusyFieldset>
    </form>
  )
}

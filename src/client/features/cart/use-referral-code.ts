import { useEffect, useState } from 'react'
import { useSearchParams } from 'react-router'
import { cartMessages } from '#shared/messages/cart.ts'
import { networkMessages } from '#shared/messages/site.ts'
import type { Referral } from '#shared/pricing.ts'
import { normaliseCode } from '#shared/referral-code.ts'
import { errorStatus, errorText } from '../../lib/error-text.ts'
import { toast } from '../../lib/toast.ts'
import { trpc } from '../../lib/trpc.ts'

const REF = 'ref'

/** The referral code of the cart: typed, or brought by a link, then accepted by the server (requirements §4). */
export function useReferralCode() {
  const [codeText, setCodeText] = useState('')
  const [referral, setReferral] = useState<Referral | null>(null)
  const { mutateAsync: validate, isPending: isCheckingCode } = trpc.cart.validate.useMutation()
  useCodeFromAddress(setCodeText)

  function type(text: string) {
    setCodeText(text)
    // A blank box takes the applied code away.
    if (text.trim() === '') setReferral(null)
  }

  /** The accepted code, null for none; or 'refused', after saying why. */
  async function settleCode(): Promise<Referral | null | 'refused'> {
    const code = normaliseCode(codeText)
    if (code === '') return null
    if (code === referral?.code) return referral
    try {
      const accepted = await validate({ code })
      setReferral(accepted)
      setCodeText(accepted.code)
      toast({
        title: cartMessages.codeAppliedTitle,
        description: cartMessages.codeApplied(accepted.clubName, accepted.discountPercent),
        tone: 'good',
      })
      return accepted
    } catch (error) {
      refuse(error)
      return 'refused'
    }
  }

  function refuse(error: unknown) {
    const status = errorStatus(error)
    const wasAnswered = status === 400 || status === 404
    if (!wasAnswered) {
      const description = errorText(error, networkMessages.failed)
      toast({ title: 'The code could not be checked', description, tone: 'bad' })
      return
    }
    setReferral(null)
    setCodeText('')
    toast({ title: cartMessages.invalidCodeTitle, description: cartMessages.invalidCode, tone: 'bad' })
  }

  return { codeText, setCodeText: type, referral, isCheckingCode, settleCode }
}

/** `?ref=CODE` fills the box and leaves the address (requirements §2.1). */
function useCodeFromAddress(setCodeText: (text: string) => void) {
  const [search, setSearch] = useSearchParams()
  const code = search.get(REF)
  useEffect(() => {
    if (code === null) return
    setCodeText(normaliseCode(code))
    setSearch(
      (current) => {
        current.delete(REF)
        return current
      },
      { replace: true, preventScrollReset: true },
    )
  }, [code, setCodeText, setSearch])
}

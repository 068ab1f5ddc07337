import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { errorStatus } from '#client/lib/error-text.ts'
import { useStored } from '#client/lib/storage.ts'
import { referralCode } from '#client/lib/stored.ts'
import { endToast, toast } from '#client/lib/toast.ts'
import { trpc } from '#client/lib/trpc.ts'
import { normaliseCode } from '#shared/commission/referral-code.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import type { Referral } from '#shared/pricing/pricing.ts'

const REF = 'ref'
/** What the referer calls the link: it is counted, and changes nothing else. */
const LINK = 'link'
/** Twice the longest code there is. */
const LONGEST_KEPT = 40

/**
 * The referral code of the cart: typed, or brought by a link, then accepted by the server (requirements §4). One of a
 * link is asked about at once, so that the page can say what it takes off. The browser keeps the code and no
 * percentage: every visit and every tab asks what it is worth now.
 */
export function useReferralCode() {
  const kept = useStored(referralCode)
  const [typed, setTyped] = useState<string | null>(null)
  const [refusedCode, setRefusedCode] = useState<string | null>(null)
  const [isUnchecked, setUnchecked] = useState(false)
  const codeText = typed ?? kept?.code ?? ''
  const queryClient = useQueryClient()
  const { mutateAsync: validate, isPending: isCheckingCode } = trpc.cart.validate.useMutation()
  const keptCode = kept?.code ?? null
  const { data: accepted, error } = useQuery({
    queryKey: referralKey(keptCode),
    queryFn: () => check(keptCode ?? ''),
    enabled: keptCode !== null,
  })
  const referral: Referral | null = (keptCode !== null && accepted) || null
  const takesOff = referral !== null && referral.discountPercent > 0
  // The first script keeps room for what it takes off (wake.ts). While markup is taken over, `kept` is not known yet.
  useEffect(() => {
    const isAsked = referralCode.read() !== null && !accepted && !error
    if (!isAsked && !takesOff) delete document.documentElement.dataset.code
  })
  useCodeFromAddress(() => setTyped(null))

  async function check(code: string): Promise<Referral> {
    const answer = await validate({ code })
    const now = referralCode.read()
    if (now?.code === code && !now.isApplied) referralCode.write({ ...now, isApplied: true })
    return answer
  }

  function type(text: string) {
    setTyped(text)
    setRefusedCode(null)
    setUnchecked(false)
    endToast(cartMessages.invalidCodeTitle)
    // A blank box takes the applied code away.
    if (text.trim() === '') referralCode.clear()
  }

  /** The accepted code, null for none; or 'refused', after saying why. */
  async function settleCode(): Promise<Referral | null | 'refused'> {
    const code = normaliseCode(codeText)
    if (code === '') return null
    if (code === referral?.code) return referral
    try {
      const answer = await validate({ code })
      queryClient.setQueryData(referralKey(answer.code), answer)
      const linkName = kept?.code === answer.code ? kept.linkName : undefined
      referralCode.write({ code: answer.code, isApplied: true, ...(linkName && { linkName }) })
      setTyped(null)
      setUnchecked(false)
      return answer
    } catch (refusal) {
      refuse(refusal, code)
      return 'refused'
    }
  }

  function refuse(refusal: unknown, code: string) {
    if (!wasAnswered(refusal)) return setUnchecked(true)
    referralCode.clear()
    setTyped(null)
    setUnchecked(false)
    setRefusedCode(code)
  }

  // A kept code whose check finds no answer stays in its box, without its discount: the checkout asks again.
  const dropEnded = useEffectEvent((refusal: unknown, code: string) => {
    refuse(refusal, code)
    if (!wasAnswered(refusal)) return
    // The box that says so may be closed.
    toast({ title: cartMessages.invalidCodeTitle, description: cartMessages.invalidCode, tone: 'bad' })
  })
  useEffect(() => {
    if (keptCode !== null && error !== null) dropEnded(error, keptCode)
  }, [keptCode, error])

  return {
    codeText,
    setCodeText: type,
    referral,
    refusedCode,
    isUnchecked: isUnchecked && codeText !== '' && normaliseCode(codeText) !== referral?.code,
    isCheckingCode,
    settleCode,
  }
}

function referralKey(code: string | null) {
  return ['referral-code', code] as const
}

function wasAnswered(error: unknown): boolean {
  const status = errorStatus(error)
  return status === 400 || status === 404
}

/** `?ref=CODE` fills the box and leaves the address (requirements §2.1). */
function useCodeFromAddress(onCode: () => void) {
  const { search, hash } = useLocation()
  const navigate = useNavigate()
  const params = new URLSearchParams(search)
  const code = params.get(REF)
  const linkName = params.get(LINK)?.slice(0, LONGEST_KEPT)
  const take = useEffectEvent((brought: string) => {
    const known = normaliseCode(brought).slice(0, LONGEST_KEPT)
    if (known !== '' && known !== referralCode.read()?.code) {
      referralCode.write({ code: known, isApplied: false, ...(linkName && { linkName }) })
    }
    onCode()
  })
  const forget = useEffectEvent(() => {
    const rest = new URLSearchParams(search)
    rest.delete(REF)
    rest.delete(LINK)
    void navigate({ search: rest.toString(), hash }, { replace: true, preventScrollReset: true })
  })
  useEffect(() => {
    if (code === null) return
    take(code)
    forget()
  }, [code])
}

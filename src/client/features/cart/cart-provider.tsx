import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { capitalised, videosInWords } from '#client/lib/format.ts'
import { useStored } from '#client/lib/storage.ts'
import { cartItems, checkoutData } from '#client/lib/stored.ts'
import { endToast, type Notice, toast, toastNext } from '#client/lib/toast.ts'
import { takeAddedEarly } from '#client/site/early-add.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import {
  useCollectionDiscountUsed,
  useIsOwnershipKnown,
  useOwnedVideoIds,
  useRefreshOwned,
  useRenewals,
} from '#client/site/session/use-ownership.ts'
import { useSession } from '#client/site/session/use-session.ts'
import { TextButton } from '#client/ui/button.tsx'
import { cartMessages } from '#shared/messages/cart.ts'
import { formatPounds, toPounds } from '#shared/money/money.ts'
import { type Quote, quote } from '#shared/pricing/pricing.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import type { CartItem } from '#shared/schemas/storage.ts'
import { type Cart, CartContext } from './use-cart.ts'
import { useReferralCode } from './use-referral-code.ts'

const EMPTY: CartItem[] = []
const ADDED = 'Added to your cart'

/** The cart: kept in the browser, priced by the shop's one pricing function, the same in every tab. */
export function CartProvider({ children }: { children: ReactNode }) {
  const { videos, terms, vatRate } = usePageData()
  const stored = useStored(cartItems) ?? EMPTY
  const ownedVideoIds = useOwnedVideoIds()
  const renewals = useRenewals()
  const collectionDiscountUsed = useCollectionDiscountUsed()
  const code = useReferralCode()
  const [isOpen, setOpen] = useState(false)

  const price = (cartVideoIds: readonly number[], referral = code.referral) =>
    quote({
      catalog: videos,
      terms,
      ownedVideoIds,
      renewableVideoIds: renewals.map(({ videoId }) => videoId),
      cartVideoIds,
      referral,
      vatRate,
      collectionDiscountUsed,
    })
  const cartVideoIds = stored.map(({ video }) => video.id)
  const current = price(cartVideoIds)
  const refreshOwned = useRefreshOwned()
  const justAdded = useRef<readonly number[]>([])
  useDropOwned(current, () => justAdded.current)

  function renewsFrom(videoId: number) {
    return renewals.find((renewal) => renewal.videoId === videoId)?.startsAt ?? null
  }

  function quoteWithCode(videoIds: readonly number[]) {
    if (code.referral === null) return null
    const priced = price(videoIds)
    return priced.referralDiscountPence > 0 ? priced : null
  }

  function put(videoIds: readonly number[]): Quote {
    const wanted = new Set([...readCart().map(({ video }) => video.id), ...videoIds])
    cartItems.write(videos.filter(({ id }) => wanted.has(id)).map(cartItemOf))
    return price([...wanted])
  }

  function tellAdded(video: PageVideo, bonus: Notice | null) {
    const pricePence = quoteWithCode([video.id])?.totalPence ?? video.pricePence
    const description = (
      <>
        {`${video.title}, ${formatPounds(pricePence)}`}{' '}
        <TextButton onClick={() => cart.setOpen(true)}>{cartMessages.view}</TextButton>
      </>
    )
    toast(bonus ?? { title: ADDED, description, tone: 'move' })
  }

  const tellAddedEarly = useEffectEvent(() => {
    const [videoId, ...others] = takeAddedEarly()
    const video = videos.find(({ id }) => id === videoId)
    if (!video) return
    // A code that is still asked about may lower the price.
    if (code.codeText !== '' && code.referral === null) return void toast({ title: ADDED, tone: 'move' })
    const kept = readCart().map((item) => item.video.id)
    const after = price(kept)
    const bonus = bonusNotice(price(kept.filter((id) => id !== videoId && !others.includes(id))), after)
    if (others.length === 0) tellAdded(video, bonus)
    else tellAddedPackage(after, bonus)
  })
  useEffect(() => tellAddedEarly(), [])

  function addPackage() {
    if (current.remaining === null) {
      if (current.lines.length > 0) return setOpen(true)
      toast({ title: cartMessages.packageOwnedTitle, description: cartMessages.packageOwned })
      return
    }
    const then = put(current.remaining.addVideoIds)
    tellAddedPackage(then, bonusNotice(current, then))
  }
  const [isAddingPackage, addPackageWhenKnown] = useWhenOwnershipKnown(addPackage)

  const cart: Cart = {
    codeText: code.codeText,
    setCodeText: code.setCodeText,
    referral: code.referral,
    quoteWithCode,
    refusedCode: code.refusedCode,
    isUnchecked: code.isUnchecked,
    isCheckingCode: code.isCheckingCode,
    applyCode: code.settleCode,
    quote: current,
    count: current.lines.length,
    ownedVideoIds,
    renewsFrom,
    stateOf(videoId) {
      if (ownedVideoIds.includes(videoId)) return 'owned'
      return cartVideoIds.includes(videoId) ? 'in-cart' : 'available'
    },
    add(videoId) {
      if (ownedVideoIds.includes(videoId) && renewsFrom(videoId) === null) {
        tellAlreadyOwned()
        return
      }
      const video = videos.find(({ id }) => id === videoId)
      if (!video || cartVideoIds.includes(videoId)) return
      justAdded.current = [videoId]
      void refreshOwned()
      tellAdded(video, bonusNotice(current, put([videoId])))
    },
    addAll: put,
    remove(videoId) {
      endAdded()
      cartItems.write(readCart().filter(({ video }) => video.id !== videoId))
    },
    addPackage: addPackageWhenKnown,
    isAddingPackage,
    clear: cartItems.clear,
    async storeCheckout() {
      const referral = await code.settleCode()
      if (referral === 'refused') return false
      storeCheckout(
        price(
          readCart().map(({ video }) => video.id),
          referral,
        ),
      )
      return true
    },
    isOpen,
    setOpen(isNextOpen) {
      // The drawer says it itself.
      if (isNextOpen) endAdded()
      setOpen(isNextOpen)
    },
  }
  return <CartContext value={cart}>{children}</CartContext>
}

/** What depends on what is owned waits until the server has told it again, and is then done once. */
function useWhenOwnershipKnown(act: () => void): [isWaiting: boolean, actWhenKnown: () => void] {
  const isKnown = useIsOwnershipKnown()
  const { user } = useSession()
  const refreshOwned = useRefreshOwned()
  const [wish, setWish] = useState<'none' | 'asking' | 'asked'>('none')
  const fulfil = useEffectEvent(() => {
    setWish('none')
    act()
  })
  const isDue = wish === 'asked' && isKnown
  useEffect(() => {
    if (isDue) fulfil()
  }, [isDue])

  function actWhenKnown() {
    if (isKnown && user === null) return act()
    setWish('asking')
    void refreshOwned().finally(() => setWish('asked'))
  }
  return [wish !== 'none', actWhenKnown]
}

/** As it is now, whatever another tab has done since the last render. */
function readCart(): CartItem[] {
  return cartItems.read() ?? EMPTY
}

function cartItemOf(video: PageVideo): CartItem {
  const { id, title, description, category, duration, price, imageUrl } = video
  return { video: { id, title, description, category, duration, price, imageUrl }, quantity: 1 }
}

function endAdded() {
  endToast(ADDED)
  endToast(cartMessages.addedRemainingTitle)
  endToast(cartMessages.collectionBonusTitle)
}

function tellAddedPackage(then: Quote, bonus: Notice | null) {
  const count = then.lines.length
  const description = cartMessages.addedRemaining(capitalised(videosInWords(count)), count)
  toast({ title: cartMessages.addedRemainingTitle, description, tone: 'move' })
  if (bonus) toastNext(bonus)
}

/** What completing the collection takes off, where it has come with what was added. */
function bonusNotice(before: Quote, then: Quote): Notice | null {
  if (then.collectionDiscountPence === 0 || before.collectionDiscountPence > 0) return null
  const description = cartMessages.collectionBonus(formatPounds(then.collectionDiscountPence))
  return { title: cartMessages.collectionBonusTitle, description, tone: 'move' }
}

function tellAlreadyOwned() {
  toast({ title: cartMessages.alreadyOwnedTitle, description: cartMessages.alreadyOwned })
}

/**
 * What is owned leaves the cart by itself, and the person is told (requirements §4): of what was just put in, as if it had been refused;
 * of what was just paid for by its own page.
 */
function useDropOwned({ droppedOwned }: Quote, readJustAdded: () => readonly number[]) {
  const dropped = droppedOwned.join(',')
  const { pathname } = useLocation()
  const tell = useEffectEvent((ids: readonly number[]) => {
    if (pathname === paths.checkoutSuccess) return
    if (ids.every((id) => readJustAdded().includes(id))) return tellAlreadyOwned()
    toast({ title: cartMessages.updatedTitle, description: cartMessages.updated(ids.length) })
  })
  useEffect(() => {
    if (dropped === '') return
    const ids = dropped.split(',').map(Number)
    cartItems.write(readCart().filter(({ video }) => !ids.includes(video.id)))
    tell(ids)
  }, [dropped])
}

function storeCheckout(priced: Quote) {
  checkoutData.write({
    items: { videoIds: priced.lines.map(({ videoId }) => videoId), bundle: priced.isBundle },
    subtotal: toPounds(priced.subtotalPence),
    referralDiscount: toPounds(priced.referralDiscountPence),
    referralCode: priced.referral?.code ?? null,
    total: toPounds(priced.totalPence),
  })
}

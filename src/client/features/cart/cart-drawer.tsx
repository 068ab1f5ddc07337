import { useNavigate } from 'react-router'
import { formatDay } from '#client/lib/format.ts'
import { useBackCloses } from '#client/lib/use-back-closes.ts'
import { CodeBox, focusCodeBox, showCodeAnswer } from '#client/site/code-box.tsx'
import { LinkButton } from '#client/site/link-button.tsx'
import { packageButton, upgradeWords } from '#client/site/package-labels.ts'
import { usePageData } from '#client/site/page-data-context.tsx'
import { paths } from '#client/site/paths.ts'
import { quoteRows } from '#client/site/quote-rows.tsx'
import { useSession } from '#client/site/session/use-session.ts'
import { Button, TextButton } from '#client/ui/button.tsx'
import { Drawer } from '#client/ui/drawer.tsx'
import { Empty } from '#client/ui/empty.tsx'
import { MoneyRows } from '#client/ui/money-rows.tsx'
import { SubjectThumb } from '#client/ui/subject-symbol.tsx'
import { cartMessages, renewalMessages, videoDetailMessages } from '#shared/messages/cart.ts'
import { formatPounds, subtractPence } from '#shared/money/money.ts'
import { oneByOnePence, type Upgrade } from '#shared/pricing/upgrade.ts'
import type { PageVideo } from '#shared/schemas/catalog.ts'
import { CartSymbol } from './components/cart-symbol.tsx'
import { KeptCart } from './components/kept-cart.tsx'
import { useCart } from './use-cart.ts'

/** The cart, from the right (requirements §2.3). */
export function CartDrawer() {
  const cart = useCart()
  const { videos, vatRate } = usePageData()
  const { user } = useSession()
  const navigate = useNavigate()
  const { quote, isOpen, setOpen } = cart
  useBackCloses(isOpen, () => setOpen(false))
  const carted = videos.filter(({ id }) => quote.lines.some(({ videoId }) => videoId === id))

  async function checkOut() {
    if (!(await cart.storeCheckout())) return showCodeAnswer()
    setOpen(false)
    await navigate(user ? paths.checkout : paths.login('checkout'))
  }

  /** The box, now empty, gets the focus of the button that is gone. */
  function removeCode() {
    focusCodeBox()
    cart.setCodeText('')
  }

  if (carted.length === 0) {
    return (
      <Drawer id="cart" open={isOpen} onOpenChange={setOpen} title={cartMessages.title}>
        <Empty
          symbol={<CartSymbol />}
          title={cartMessages.empty}
          action={
            <LinkButton className="cart-empty-action" to={paths.videos} onClick={() => setOpen(false)}>
              See the films
            </LinkButton>
          }
        />
        {isOpen && <KeptCart />}
      </Drawer>
    )
  }

  return (
    <Drawer
      id="cart"
      open={isOpen}
      onOpenChange={setOpen}
      title={cartMessages.title}
      foot={
        <>
          <MoneyRows rows={quoteRows(quote, removeCode)} />
          <Button variant="go" full loading={cart.isCheckingCode} onClick={() => void checkOut()}>
            {cartMessages.secureCheckout}
          </Button>
        </>
      }
    >
      <ul>
        {carted.map((video) => (
          <CartLine
            key={video.id}
            video={video}
            renewsFrom={cart.renewsFrom(video.id)}
            onRemove={() => cart.remove(video.id)}
          />
        ))}
      </ul>
      <CodeBox code={cart} className="drawer-pad" />
      {quote.upgrade && <UpgradePrompt upgrade={quote.upgrade} />}
      <p className="quiet small drawer-pad">
        {quote.totalPence === 0 ? (
          'There is nothing to pay, and no card is asked for.'
        ) : (
          <>
            {vatRate > 0 && `Includes ${formatPounds(quote.vatPence, { sums: true })} VAT. `}
            {cartMessages.poweredBy}
          </>
        )}
      </p>
    </Drawer>
  )
}

/** Dashed: planned, not yet done. */
function UpgradePrompt({ upgrade }: { upgrade: Upgrade }) {
  const { videos, terms } = usePageData()
  const { referral, addPackage } = useCart()
  const oneByOne = oneByOnePence(videos, { terms, referralPercent: referral?.discountPercent ?? 0 })
  return (
    <section className="cart-plan" aria-label={cartMessages.upgradeTitle}>
      <b>{cartMessages.upgradeTitle}</b>
      <p>{upgradeWords(upgrade, subtractPence(oneByOne, upgrade.totalPence), terms)}</p>
      <Button size="sm" onClick={addPackage}>
        {packageButton(upgrade)}
      </Button>
    </section>
  )
}

/** One video in the cart. */
function CartLine(props: { video: PageVideo; renewsFrom: string | null; onRemove: () => void }) {
  const { video, renewsFrom, onRemove } = props
  return (
    <li className="cart-line">
      <SubjectThumb category={video.categorySlug} />
      <div>
        <b className="cart-line-title">{video.title}</b>
        <span className="second-line">{videoDetailMessages.minutes(video.duration)}</span>
        {renewsFrom && <span className="second-line">{renewalMessages.line(formatDay(renewsFrom))}</span>}
      </div>
      <div className="cart-line-end">
        <span className="figure">{formatPounds(video.pricePence, { sums: true })}</span>
        <TextButton aria-label={cartMessages.remove(video.title)} onClick={onRemove}>
          Remove
        </TextButton>
      </div>
    </li>
  )
}

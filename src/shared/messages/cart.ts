/** The name of the £40 in every list of amounts: drawer, checkout, mail and invoice. */
export const collectionDiscountLabel = 'Complete collection'

/** Copy of the library cards, the detail dialog and the cart drawer (requirements §2, §4, §8). */
export const videoCardMessages = {
  inCart: 'In Cart',
  owned: 'Owned',
} as const

export const videoDetailMessages = {
  play: 'Play Video',
  alreadyInCart: 'Already in Cart',
  viewInCart: 'Already in Cart: view it',
  addToCart: (price: string) => `Add to Cart, ${price}`,
  cancel: 'Cancel',
  minutes: (minutes: number) => `${minutes} minutes`,
  chapters: 'Chapters',
  sampleChapters: 'Of the short sample that this demo plays in place of the film.',
  taughtBy: (name: string) => `Taught by ${name}`,
} as const

/** A video that is bought again before it closes (requirements §5); `day` is a London day. */
export const renewalMessages = {
  offer: (day: string, price: string) => `Renew from ${day}, ${price}`,
  offerSet: (price: string) => `Renew all seven, ${price}`,
  line: (day: string) => `Renewal, from ${day}`,
} as const

export const cartMessages = {
  title: 'Your Cart',
  empty: 'Your cart is empty',
  view: 'View Cart',
  remove: (title: string) => `Remove ${title}`,
  codePlaceholder: 'Enter club code',
  apply: 'Apply',
  secureCheckout: 'Secure Checkout',
  poweredBy: 'Payment is handled by Stripe. Your card number never reaches this site.',
  upgradeTitle: 'Upgrade to Bundle',
  upgrade: (price: string, saving: string, months: { bundle: number; single: number }) =>
    `All seven films for ${price}, open for ${months.bundle} months instead of ${months.single}: ${saving} less than one by one.`,
  addPackage: 'Add the Complete Package',
  addRemaining: (months: number) => `Add remaining videos: ${months} months each`,
  keptTitle: 'Your cart from where you registered',
  takeKept: 'Put it in this cart',
  alreadyOwnedTitle: 'Already Owned',
  alreadyOwned: 'You already own this video. Check your dashboard to watch it.',
  invalidCodeTitle: 'Invalid referral code',
  invalidCode: 'Please check your referral code and try again.',
  removeCode: 'Remove code',
  codeOnce: 'For this order: enter it again for the next one.',
  codeAppliedTitle: 'Referral code applied',
  codeApplied: (clubName: string, percent: number) => `${clubName}: ${percent}% off`,
  withCode: (code: string) => `with ${code}`,
  codeRow: (percent: number, clubName = 'Club code') => `${clubName}, ${percent}%`,
  packageOwnedTitle: 'Complete Package Already Owned',
  packageOwned: 'All seven films are open to you. There is nothing left to buy.',
  addedRemainingTitle: 'Added Remaining Videos',
  /** `videos` begins the sentence: 'Seven videos'. */
  addedRemaining: (videos: string, count: number) => `${videos} ${count === 1 ? 'is' : 'are'} in your cart.`,
  updatedTitle: 'Cart Updated',
  updated: (count: number) =>
    count === 1 ? '1 video removed, already owned' : `${count} videos removed, already owned`,
  collectionBonusTitle: 'Complete Collection Bonus!',
  /** `saving` is computed from the prices and formatted, '£40' with the catalog as delivered. */
  collectionBonus: (saving: string) => `${saving} bundle discount applied for completing your collection!`,
} as const

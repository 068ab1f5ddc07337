import { capitalised, inWords } from '#client/lib/format.ts'
import { paths } from '#client/site/paths.ts'
import type { CatalogTerms } from '#shared/catalog/catalog.ts'
import { minimumPayoutPence } from '#shared/commission/payout.ts'
import {
  complaintDays,
  defaultCommissionPercent,
  defaultReferralDiscountPercent,
  minimumAge,
  refererMinimumAge,
} from '#shared/limits.ts'
import { cartMessages } from '#shared/messages/cart.ts'
import { formatPounds } from '#shared/money/money.ts'

// Answers in the marks of `Prose`; `also:` has the words that people search for and an answer does not use.

export const generalText = (terms: CatalogTerms) => `
# what-are-they: What are the films?
${capitalised(inWords(terms.collectionSize))} theory films for the UK private pilot licence, one for each
subject on the [home page](${paths.videos}), made by one flying instructor. You buy one, several or all, and
watch them in your browser. Free pieces of them are on the home page.
also: course lessons videos preview trial sample

# is-it-enough: Are they all I need for the exams?
No. They are a study aid beside your lessons and books. The licence has nine theory subjects. There is no
film here for operational procedures, nor for flight performance and planning.

Theory training and the exams belong to an approved or declared training organisation: your flying school
says what you need and books the exams. Nobody can promise you a pass.
also: syllabus nine subjects papers test pass guarantee CAA PPL certificate qualification

# up-to-date: What if a rule has changed since the film was made?
The published rules, charts and your instructor come first. If a film says something that no longer holds,
[write](${paths.contact}) and name the film and the minute. A film that is mended is open at once to
everybody who has it, until the same day as before.
also: outdated old mistake error wrong correction update law

# which-first: Which film should I begin with?
The one your school examines next, or the subject you find hardest. The shop sets no order.
also: order start sequence

# who-may-buy: Who may use the shop? I am under 18.
Anybody of ${minimumAge} or older may have an account. Under 18, an adult pays: they can do so at the
checkout while you are signed in, with their own card. Under ${minimumAge}, the shop is not for you yet.
also: age minor child parent teenager son daughter

# gift: Can I buy films for somebody else?
There are no vouchers: a film belongs to the account it was bought with, and cannot be moved. Let the person
register, then pay at the checkout while they are signed in, with your card.
also: gift present voucher birthday christmas friend transfer
`

export const buyingText = `
# safe: Is it safe to pay here?
The payment form is Stripe’s, a payment company that many shops use: your card number goes to Stripe and
never reaches this site. Your bank may ask you to confirm in its app. The sum on the button is the sum you
pay, once. Who sells is at the foot of every page, with name and address.
also: secure trust scam card details fraud 3-D Secure

# methods: How can I pay?
By the major cards, Klarna or Revolut Pay, in pounds sterling. There is no subscription. Prices include VAT
where the seller charges it, and the checkout shows how much.
also: visa mastercard amex apple pay google pay paypal instalments currency euro cost price

# when-open: When can I start watching?
As soon as the payment is confirmed; with a card that is usually at once. Before paying you are asked to
agree to that, because the 14-day right to cancel ends when the films open. Other methods may take longer;
the page after the payment says how it stands.
also: immediately access start instantly delivery

# club-code: I have a code from my club or school.
Open the cart, type it into the box “${cartMessages.codePlaceholder}” and press ${cartMessages.apply}.
Capitals do not matter. What it takes off is shown before you pay. An order takes one code, and it works
together with the price of the complete package. A link from your club fills it in by itself.
also: referral discount promo voucher coupon

# invoice: Where is my invoice?
Attached to the email that confirms the purchase, and again on [your account page](${paths.account}), where
every invoice and credit note can be downloaded.
also: receipt PDF VAT document download

# company-invoice: I need an invoice for my company.
Tick “I need a full VAT invoice” at the checkout and give name and address. If you buy more than once, leave
the details of the business, with its VAT number, on [your account page](${paths.account}): they are filled
in from there. An invoice that was made cannot be changed, so check it before you pay.
also: business VAT number employer school expense tax

# refunds: Can I have my money back?
Refunds are looked at case by case, beside your statutory rights. A film that is faulty is put right or paid
back. Press “Something wrong?” beside the film on [your dashboard](${paths.dashboard()}) or beside the invoice on
[your account page](${paths.account}#papers): it says what the rules are for that order, what would go back, and
sends the request. The answer comes by email.

The [refund policy](${paths.refundPolicy}) says what the law gives you.
also: refund return cancel money back complaint chargeback changed my mind request exchange

# fourteen-days: Do I have 14 days to change my mind?
Until the films open, yes. They open as soon as they are paid, and before paying you are asked to say that
you know the right to cancel ends with that; the button waits for it. If you paid without being asked, you
keep the 14\u00a0days. The email that confirms the purchase says which it is, and so does the page of the
order, to which [your account page](${paths.account}#papers) leads.
also: changed cancel cooling off right withdrawal fortnight

# wrong-film: I have bought the wrong film.
In the cart, press the button beside it. If you have paid, do not watch it: press “Something wrong?” beside it
on [your dashboard](${paths.dashboard()}) and ask for the film you meant, or for a refund. A film that was not
watched can be exchanged for another of the same price.
also: wrong put in cart remove basket mistake delete bought twice exchange swap change refund changed my mind
`

export const otherText = `
# my-data: What do you know about me, and can I have a copy?
What the [privacy policy](${paths.privacyPolicy}) lists. “Download my data” on [your account
page](${paths.account}) gives you all of it as one file, at once.
also: GDPR export subject access request personal data privacy

# delete-account: How do I delete my account?
With “Erase my account” at the end of [your account page](${paths.account}). It happens at once and cannot
be undone: films close, also those you have paid for. Invoices are kept as long as tax law wants. A payment,
refund or dispute that is not settled delays it.
also: erase remove close GDPR forget

# no-news: How do I stop your news by email?
With the link in every such mail, or under News on [your account page](${paths.account}). Mails about your
own orders and account still come.
also: unsubscribe newsletter marketing spam

# clubs: I run a club or school. Can our members have a discount?
Yes. Become a [referer](${paths.refererRegister}): whoever buys with your code pays
${defaultReferralDiscountPercent}% less, and you earn a commission of ${defaultCommissionPercent}% of the
net price on the first order of each new customer, both unless agreed otherwise. It costs nothing. The
application asks for contact, business and bank details, and the applicant is ${refererMinimumAge} or older;
it is answered within 2-3 business days.

The [commission terms](${paths.commissionTerms}) say what is paid and for which orders.
also: referer referral affiliate code flying school group rate become

# referer-portal: Where do I see what our code has earned?
In the [referer portal](${paths.refererPortal}), with the code and your password: orders, commission,
payouts and their papers, a poster for the noticeboard, and your contact and bank details. You see that an
order was made, never by whom. A forgotten password is renewed [here](${paths.forgotPassword('referer')}).
also: club secretary commission login code sign in statement treasurer

# commission-paid: When is commission paid, and what about VAT?
Each calendar quarter is added up in the first days of the next and then sent to the bank account in the
portal. Less than ${formatPounds(minimumPayoutPence)} is carried into the next. VAT-registered referers are
paid VAT on top; with a self-billing agreement we write the invoice. When a buyer gets money back, the
commission on it goes back in proportion.
also: payout referer club quarter bank self-billing invoice treasurer

# complaint: How do I complain?
Choose “A complaint” on the [contact page](${paths.contact}?topic=complaint), or write by email or post. A
person acknowledges it within ${complaintDays} days.
also: complain unhappy dissatisfied ombudsman
`

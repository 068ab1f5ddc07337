import type { ReactNode } from 'react'
import type { z } from 'zod'
import * as accessExpiring from './access-expiring.tsx'
import * as accessGranted from './access-granted.tsx'
import * as accountErased from './account-erased.tsx'
import * as adminCode from './admin-code.tsx'
import * as announcement from './announcement.tsx'
import * as applicationApproved from './application-approved.tsx'
import * as applicationReceived from './application-received.tsx'
import * as applicationRejected from './application-rejected.tsx'
import * as applicationWaiting from './application-waiting.tsx'
import * as bankDetailsChanged from './bank-details-changed.tsx'
import * as bankDetailsWanted from './bank-details-wanted.tsx'
import * as cartLeft from './cart-left.tsx'
import * as contactMessage from './contact-message.tsx'
import * as contactReceived from './contact-received.tsx'
import * as courseUpdate from './course-update.tsx'
import * as emailChange from './email-change.tsx'
import * as emailChanged from './email-changed.tsx'
import * as newsletter from './newsletter.tsx'
import * as passwordChanged from './password-changed.tsx'
import * as passwordReset from './password-reset.tsx'
import * as paymentRefunded from './payment-refunded.tsx'
import * as payoutPaid from './payout-paid.tsx'
import * as payoutReturned from './payout-returned.tsx'
import { EMAIL_PROPS, type EmailName, type EmailProps } from './props.ts'
import * as purchaseConfirmation from './purchase-confirmation.tsx'
import * as questionAnswered from './question-answered.tsx'
import * as refererAdded from './referer-added.tsx'
import * as refundRequest from './refund-request.tsx'
import * as refundRequestWaiting from './refund-request-waiting.tsx'
import * as refundReversed from './refund-reversed.tsx'
import * as shopAlert from './shop-alert.tsx'
import * as vatRegistrationWaiting from './vat-registration-waiting.tsx'
import * as verifyEmail from './verify-email.tsx'
import * as videosWaiting from './videos-waiting.tsx'
import * as welcome from './welcome.tsx'

export type { EmailName }

/** One mail: how it looks, what its subject says, what its props must be, and an example of them. */
export type EmailTemplate<N extends EmailName> = {
  component: (props: EmailProps<N>) => ReactNode
  subject: (props: EmailProps<N>) => string
  props: z.ZodType<EmailProps<N>>
  preview: EmailProps<N>
}

/**
 * Every mail of the shop. Importing this loads react-email (about a third of a second of CPU at first use):
 * processes that only write outbox rows import `props.ts`, and `render.ts` loads this when a mail is rendered.
 */
export const EMAILS: { readonly [N in EmailName]: EmailTemplate<N> } = {
  'verify-email': {
    component: verifyEmail.VerifyEmail,
    subject: verifyEmail.subject,
    props: EMAIL_PROPS['verify-email'],
    preview: verifyEmail.PreviewProps,
  },
  welcome: {
    component: welcome.Welcome,
    subject: welcome.subject,
    props: EMAIL_PROPS.welcome,
    preview: welcome.PreviewProps,
  },
  'purchase-confirmation': {
    component: purchaseConfirmation.PurchaseConfirmation,
    subject: purchaseConfirmation.subject,
    props: EMAIL_PROPS['purchase-confirmation'],
    preview: purchaseConfirmation.PreviewProps,
  },
  'password-reset': {
    component: passwordReset.PasswordReset,
    subject: passwordReset.subject,
    props: EMAIL_PROPS['password-reset'],
    preview: passwordReset.PreviewProps,
  },
  'email-change': {
    component: emailChange.EmailChange,
    subject: emailChange.subject,
    props: EMAIL_PROPS['email-change'],
    preview: emailChange.PreviewProps,
  },
  'email-changed': {
    component: emailChanged.EmailChanged,
    subject: emailChanged.subject,
    props: EMAIL_PROPS['email-changed'],
    preview: emailChanged.PreviewProps,
  },
  'password-changed': {
    component: passwordChanged.PasswordChanged,
    subject: passwordChanged.subject,
    props: EMAIL_PROPS['password-changed'],
    preview: passwordChanged.PreviewProps,
  },
  'account-erased': {
    component: accountErased.AccountErased,
    subject: accountErased.subject,
    props: EMAIL_PROPS['account-erased'],
    preview: accountErased.PreviewProps,
  },
  'contact-message': {
    component: contactMessage.ContactMessage,
    subject: contactMessage.subject,
    props: EMAIL_PROPS['contact-message'],
    preview: contactMessage.PreviewProps,
  },
  'question-answered': {
    component: questionAnswered.QuestionAnswered,
    subject: questionAnswered.subject,
    props: EMAIL_PROPS['question-answered'],
    preview: questionAnswered.PreviewProps,
  },
  'contact-received': {
    component: contactReceived.ContactReceived,
    subject: contactReceived.subject,
    props: EMAIL_PROPS['contact-received'],
    preview: contactReceived.PreviewProps,
  },
  'application-received': {
    component: applicationReceived.ApplicationReceived,
    subject: applicationReceived.subject,
    props: EMAIL_PROPS['application-received'],
    preview: applicationReceived.PreviewProps,
  },
  'application-waiting': {
    component: applicationWaiting.ApplicationWaiting,
    subject: applicationWaiting.subject,
    props: EMAIL_PROPS['application-waiting'],
    preview: applicationWaiting.PreviewProps,
  },
  'application-approved': {
    component: applicationApproved.ApplicationApproved,
    subject: applicationApproved.subject,
    props: EMAIL_PROPS['application-approved'],
    preview: applicationApproved.PreviewProps,
  },
  'referer-added': {
    component: refererAdded.RefererAdded,
    subject: refererAdded.subject,
    props: EMAIL_PROPS['referer-added'],
    preview: refererAdded.PreviewProps,
  },
  'application-rejected': {
    component: applicationRejected.ApplicationRejected,
    subject: applicationRejected.subject,
    props: EMAIL_PROPS['application-rejected'],
    preview: applicationRejected.PreviewProps,
  },
  'admin-code': {
    component: adminCode.AdminCode,
    subject: adminCode.subject,
    props: EMAIL_PROPS['admin-code'],
    preview: adminCode.PreviewProps,
  },
  'shop-alert': {
    component: shopAlert.ShopAlert,
    subject: shopAlert.subject,
    props: EMAIL_PROPS['shop-alert'],
    preview: shopAlert.PreviewProps,
  },
  'payout-paid': {
    component: payoutPaid.PayoutPaid,
    subject: payoutPaid.subject,
    props: EMAIL_PROPS['payout-paid'],
    preview: payoutPaid.PreviewProps,
  },
  'payout-returned': {
    component: payoutReturned.PayoutReturned,
    subject: payoutReturned.subject,
    props: EMAIL_PROPS['payout-returned'],
    preview: payoutReturned.PreviewProps,
  },
  'bank-details-changed': {
    component: bankDetailsChanged.BankDetailsChanged,
    subject: bankDetailsChanged.subject,
    props: EMAIL_PROPS['bank-details-changed'],
    preview: bankDetailsChanged.PreviewProps,
  },
  'bank-details-wanted': {
    component: bankDetailsWanted.BankDetailsWanted,
    subject: bankDetailsWanted.subject,
    props: EMAIL_PROPS['bank-details-wanted'],
    preview: bankDetailsWanted.PreviewProps,
  },
  'vat-registration-waiting': {
    component: vatRegistrationWaiting.VatRegistrationWaiting,
    subject: vatRegistrationWaiting.subject,
    props: EMAIL_PROPS['vat-registration-waiting'],
    preview: vatRegistrationWaiting.PreviewProps,
  },
  'payment-refunded': {
    component: paymentRefunded.PaymentRefunded,
    subject: paymentRefunded.subject,
    props: EMAIL_PROPS['payment-refunded'],
    preview: paymentRefunded.PreviewProps,
  },
  'refund-undone': {
    component: refundReversed.RefundReversed,
    subject: refundReversed.subject,
    props: EMAIL_PROPS['refund-undone'],
    preview: refundReversed.PreviewProps,
  },
  'refund-request': {
    component: refundRequest.RefundRequest,
    subject: refundRequest.subject,
    props: EMAIL_PROPS['refund-request'],
    preview: refundRequest.PreviewProps,
  },
  'refund-request-waiting': {
    component: refundRequestWaiting.RefundRequestWaiting,
    subject: refundRequestWaiting.subject,
    props: EMAIL_PROPS['refund-request-waiting'],
    preview: refundRequestWaiting.PreviewProps,
  },
  'films-waiting': {
    component: videosWaiting.VideosWaiting,
    subject: videosWaiting.subject,
    props: EMAIL_PROPS['films-waiting'],
    preview: videosWaiting.PreviewProps,
  },
  'basket-left': {
    component: cartLeft.CartLeft,
    subject: cartLeft.subject,
    props: EMAIL_PROPS['basket-left'],
    preview: cartLeft.PreviewProps,
  },
  'access-granted': {
    component: accessGranted.AccessGranted,
    subject: accessGranted.subject,
    props: EMAIL_PROPS['access-granted'],
    preview: accessGranted.PreviewProps,
  },
  'access-expiring': {
    component: accessExpiring.AccessExpiring,
    subject: accessExpiring.subject,
    props: EMAIL_PROPS['access-expiring'],
    preview: accessExpiring.PreviewProps,
  },
  'course-update': {
    component: courseUpdate.CourseUpdate,
    subject: courseUpdate.subject,
    props: EMAIL_PROPS['course-update'],
    preview: courseUpdate.PreviewProps,
  },
  announcement: {
    component: announcement.Announcement,
    subject: announcement.subject,
    props: EMAIL_PROPS.announcement,
    preview: announcement.PreviewProps,
  },
  newsletter: {
    component: newsletter.Newsletter,
    subject: newsletter.subject,
    props: EMAIL_PROPS.newsletter,
    preview: newsletter.PreviewProps,
  },
}

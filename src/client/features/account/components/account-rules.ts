import { zodResolver } from '@hookform/resolvers/zod'
import {
  businessInput,
  changeEmailInput,
  changePasswordForm,
  eraseAccountInput,
} from '#shared/schemas/account.ts'

/** The rules of the account's forms, apart from the screen: it is shown without zod. */
export const changeEmail = zodResolver(changeEmailInput)
export const changePassword = zodResolver(changePasswordForm)
export const changeBusiness = zodResolver(businessInput)
export const eraseAccount = zodResolver(eraseAccountInput)

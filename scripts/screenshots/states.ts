import type { State } from './state.ts'
import { adminStates } from './states/admin.ts'
import { authStates } from './states/auth.ts'
import { backOfficeStates } from './states/back-office.ts'
import { campaignStates } from './states/campaign.ts'
import { checkoutStates } from './states/checkout.ts'
import { playerStates } from './states/player.ts'
import { publicStates } from './states/public.ts'
import { refererStates } from './states/referer.ts'
import { reportStates } from './states/reports.ts'
import { storefrontStates } from './states/storefront.ts'
import { studentStates } from './states/student.ts'

/** Everything that is photographed, in the order in which it is. */
export const states: readonly State[] = [
  ...storefrontStates,
  ...publicStates,
  ...authStates,
  ...studentStates,
  ...playerStates,
  ...checkoutStates,
  ...refererStates,
  ...adminStates,
  ...backOfficeStates,
  ...reportStates,
  ...campaignStates,
]

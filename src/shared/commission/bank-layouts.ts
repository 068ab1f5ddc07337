/** The layouts a bank file can have; docs/bank-files.md says where each is published. */
export const BANK_LAYOUTS = ['generic', 'coutts', 'bacsStandard18', 'paygate'] as const
export type BankLayout = (typeof BANK_LAYOUTS)[number]

/** What a layout wants to know of the seller beside the payments. */
export type LayoutNeeds = { account: boolean; serviceUserNumber: boolean }

export const LAYOUT_NEEDS: Readonly<Record<BankLayout, LayoutNeeds>> = {
  generic: { account: false, serviceUserNumber: false },
  coutts: { account: true, serviceUserNumber: false },
  bacsStandard18: { account: true, serviceUserNumber: true },
  paygate: { account: true, serviceUserNumber: false },
}

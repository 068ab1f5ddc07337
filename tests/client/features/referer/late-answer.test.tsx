import { expect, it } from 'vitest'
import { fillIn } from '#tests/client/features/auth/open-screen.tsx'
import { ACCOUNT, findNotice, findPart, openPortal } from './open-portal.tsx'

/** The account is read once; every later reading goes unanswered. */
function readOnce() {
  let reads = 0
  return () => (++reads > 1 ? new Promise<never>(() => undefined) : ACCOUNT)
}

it('has the new bank details, masked, before the page is read again', async () => {
  const { user } = openPortal({
    referer: { account: readOnce(), changeBankDetails: () => ({ success: true }) },
  })
  const part = await findPart('Where you are paid')
  await user.click(part.getByRole('button', { name: 'Change bank details' }))
  await fillIn(user, 'Account name', 'Crosswind Flyers')
  await fillIn(user, 'Sort code', '08 99 99')
  await fillIn(user, 'Account number', '6637 49 59')
  await fillIn(user, 'Your password', 'windsock by the hedge')
  await user.click(part.getByRole('button', { name: 'Save bank details' }))
  await (await findNotice()).findByText('Bank details saved')
  expect(await part.findByText('Crosswind Flyers')).toBeVisible()
  expect(part.getByText('••-••-99')).toBeVisible()
  expect(part.getByText('••••4959')).toBeVisible()
  expect(part.getByText(/^These details are new\./)).toBeVisible()
})

it('has the agreement in force before the page is read again', async () => {
  const selfBillingUntil = '2027-11-21T10:00:00.000Z'
  const { user } = openPortal({
    referer: { account: readOnce(), acceptSelfBilling: () => ({ selfBillingUntil }) },
  })
  const part = await findPart('Self-billing')
  await user.click(part.getByLabelText('I accept the self-billing agreement'))
  await user.click(part.getByRole('button', { name: 'Make the agreement' }))
  expect(await part.findByText('In force until 21 November 2027')).toBeVisible()
  expect(part.queryByRole('button', { name: 'Make the agreement' })).toBeNull()
})

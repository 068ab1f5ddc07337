import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { describeSandbox, pay, startReceiver, testSandbox } from './test-sandbox.ts'

const sum = (amounts: readonly number[]) => amounts.reduce((total, amount) => total + amount, 0)

describeSandbox('payouts', () => {
  it('send the balance to the bank, and their transactions sum to nothing with their own', async () => {
    const { stripe, sandbox } = await testSandbox()
    const { charge } = await pay(stripe)
    await stripe.refunds.create({ charge: charge.id, amount: 800 })
    const payout = sandbox.controls.payOut()
    const { data } = await stripe.balanceTransactions.list({ payout: payout.id })
    expect(data.map(({ type }) => type)).toEqual(['payout', 'refund', 'charge'])
    expect(sum(data.map(({ net }) => net))).toBe(0)
    expect(data[0]).toMatchObject({ net: -payout.amount, source: payout.id, reporting_category: 'payout' })
    expect(await stripe.payouts.retrieve(payout.id)).toMatchObject({
      status: 'in_transit',
      automatic: true,
      reconciliation_status: 'completed',
    })
    expect(() => sandbox.controls.payOut()).toThrow('insufficient funds')
  })

  it('that fail come back to the balance and go with the next', async () => {
    const { stripe, sandbox } = await testSandbox()
    await pay(stripe)
    const first = sandbox.controls.payOut()
    sandbox.controls.landPayout(first.id)
    expect(sandbox.controls.failPayout(first.id)).toMatchObject({
      status: 'failed',
      failure_code: 'account_closed',
    })
    const second = sandbox.controls.payOut()
    const { data } = await stripe.balanceTransactions.list({ payout: second.id })
    expect(data.map(({ type, source }) => [type, source])).toEqual([
      ['payout', second.id],
      ['payout_failure', first.id],
    ])
    expect(second.amount).toBe(first.amount)
  })

  it('made by hand do not say what is in them', async () => {
    const { stripe, sandbox } = await testSandbox()
    await pay(stripe)
    const { id } = sandbox.controls.payOut({ isManual: true })
    expect(await stripe.payouts.retrieve(id)).toMatchObject({ reconciliation_status: 'not_applicable' })
    await expect(stripe.balanceTransactions.list({ payout: id })).rejects.toThrow('automatic')
  })

  it('are told to the shop, and a payout below nothing is taken from the bank', async () => {
    const receiver = await startReceiver()
    const { sandbox } = await testSandbox({ webhookUrl: receiver.url })
    sandbox.controls.takeStripeFee({ amount: 500, description: 'Radar (2026-11-01 - 2026-11-30)' })
    const payout = sandbox.controls.payOut()
    sandbox.controls.landPayout(payout.id)
    await sandbox.controls.deliverDue()
    expect(payout.amount).toBe(-500)
    expect(receiver.types()).toEqual(['payout.created', 'payout.reconciliation_completed', 'payout.paid'])
  })

  it('and all balance transactions use types that Stripe publishes', async () => {
    const { stripe, sandbox } = await testSandbox()
    const { charge } = await pay(stripe)
    sandbox.controls.failRefund((await stripe.refunds.create({ charge: charge.id, amount: 100 })).id)
    sandbox.controls.winDispute(sandbox.controls.openDispute(charge.id).id)
    sandbox.controls.takeStripeFee({ amount: 50, description: 'Radar' })
    sandbox.controls.failPayout(sandbox.controls.payOut().id)
    const { data } = await stripe.balanceTransactions.list({ limit: 100 })
    const folder = dirname(createRequire(import.meta.url).resolve('stripe'))
    const published = await readFile(
      join(folder, '..', 'esm', 'resources', 'BalanceTransactions.d.ts'),
      'utf8',
    )
    const [, types = ''] = /\* Transaction type: (.*?)\. Learn more/.exec(published) ?? []
    expect(types).toContain('`payout_failure`')
    for (const { type } of data) expect(types).toContain(`\`${type}\``)
    expect(data).toHaveLength(8)
  })
})

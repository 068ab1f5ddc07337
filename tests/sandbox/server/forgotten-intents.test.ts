import { expect, it } from 'vitest'
import { describeSandbox, failure, ORDER, testSandbox } from './test-sandbox.ts'

describeSandbox('an intent that is forgotten', () => {
  it('is not found any more, and its neighbours are', async () => {
    const { sandbox, stripe } = await testSandbox()
    const [gone, kept] = [
      await stripe.paymentIntents.create(ORDER),
      await stripe.paymentIntents.create(ORDER),
    ]
    sandbox.controls.forget(gone.id)
    expect(await failure(stripe.paymentIntents.retrieve(gone.id))).toMatchObject({
      statusCode: 404,
      code: 'resource_missing',
    })
    expect((await failure(stripe.paymentIntents.cancel(gone.id))).code).toBe('resource_missing')
    expect((await stripe.paymentIntents.list()).data.map(({ id }) => id)).toEqual([kept.id])
  })
})

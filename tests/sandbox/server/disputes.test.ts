import { expect, it } from 'vitest'
import { describeSandbox, pay, testSandbox } from './test-sandbox.ts'

const PDF = Buffer.from('%PDF-1.7\n\u0000\u00ff binary \r\n\r\n and blank lines', 'latin1')

async function disputed() {
  const { stripe, sandbox, clock } = await testSandbox()
  const { charge } = await pay(stripe)
  const dispute = sandbox.controls.openDispute(charge.id)
  const upload = (data: Buffer, name = 'evidence.pdf') =>
    stripe.files.create({ purpose: 'dispute_evidence', file: { data, name, type: 'application/pdf' } })
  return { stripe, dispute, clock, upload }
}

describeSandbox('the evidence of a dispute', () => {
  it('is saved as a draft, field by field, and sent to the bank once', async () => {
    const { stripe, dispute, upload } = await disputed()
    const file = await upload(PDF)
    expect(file).toMatchObject({ object: 'file', purpose: 'dispute_evidence', type: 'pdf', size: PDF.length })
    const texts = { product_description: 'Films', customer_name: 'Sam' }
    await stripe.disputes.update(dispute.id, { evidence: texts, submit: false })
    const draft = await stripe.disputes.update(dispute.id, {
      evidence: { uncategorized_file: file.id, customer_name: '' },
      submit: false,
    })
    expect(draft).toMatchObject({
      status: 'needs_response',
      evidence: { product_description: 'Films', customer_name: null, uncategorized_file: file.id },
      evidence_details: { has_evidence: true, submission_count: 0, submission_method: 'not_submitted' },
    })
    expect(await stripe.disputes.update(dispute.id, { submit: true })).toMatchObject({
      status: 'under_review',
      evidence_details: { submission_count: 1 },
    })
    await expect(stripe.disputes.update(dispute.id, { submit: true })).rejects.toMatchObject({
      statusCode: 400,
    })
  })

  it('is sent at once where nothing says otherwise', async () => {
    const { stripe, dispute } = await disputed()
    const sent = await stripe.disputes.update(dispute.id, { evidence: { product_description: 'Films' } })
    expect(sent.status).toBe('under_review')
  })

  it('has Stripe’s limits: a text, all texts, a file that exists, a kind of file', async () => {
    const { stripe, dispute, upload } = await disputed()
    const save = (evidence: object) => stripe.disputes.update(dispute.id, { evidence, submit: false })
    const long = 'a'.repeat(20_000)
    await expect(save({ product_description: `${long}a` })).rejects.toMatchObject({ statusCode: 400 })
    const fields = [
      'access_activity_log',
      'product_description',
      'refund_policy_disclosure',
      'refund_refusal_explanation',
      'uncategorized_text',
      'cancellation_rebuttal',
      'cancellation_policy_disclosure',
      'duplicate_charge_explanation',
    ]
    const many = (count: number) => Object.fromEntries(fields.slice(0, count).map((field) => [field, long]))
    await save(many(7))
    await expect(save(many(8))).rejects.toThrow('150000')
    await expect(save({ receipt: 'file_unknown' })).rejects.toMatchObject({ code: 'resource_missing' })
    await expect(save({ made_up: 'x' })).rejects.toMatchObject({ code: 'parameter_unknown' })
    await expect(upload(Buffer.from('MZ'), 'evidence.exe')).rejects.toMatchObject({ statusCode: 400 })
  })

  it('comes too late after the deadline', async () => {
    const { stripe, dispute, clock } = await disputed()
    clock.advance(8 * 24 * 3600)
    const late = stripe.disputes.update(dispute.id, { evidence: { customer_name: 'Sam' }, submit: false })
    await expect(late).rejects.toThrow('over')
  })
})

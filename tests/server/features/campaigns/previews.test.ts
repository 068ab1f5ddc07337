import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { z } from 'zod'
import { EMAILS } from '#emails/index.ts'
import { createTestApp, type TestApp } from '#tests/support/app.ts'

let shop: TestApp
beforeAll(async () => {
  shop = await createTestApp()
})
afterAll(() => shop.close())

const list = z.array(z.object({ name: z.string(), title: z.string(), subject: z.string() }))
const mail = z.object({
  name: z.string(),
  title: z.string(),
  subject: z.string(),
  html: z.string(),
  text: z.string(),
})

async function ask(path: string, input?: unknown) {
  const answer = await shop.call({ as: 'admin', path: `admin.campaigns.${path}`, type: 'query', input })
  return { status: answer.statusCode, data: answer.json().result?.data.json }
}

describe('the preview of the shop’s own mails', () => {
  it('lists every mail, with the titles of the requirement', async () => {
    const mails = list.parse((await ask('emailPreviews')).data)
    expect(mails.map(({ name }) => name)).toEqual(Object.keys(EMAILS))
    expect(mails.map(({ title }) => title)).toEqual(
      expect.arrayContaining(['Welcome', 'Payment confirmation', 'Referer welcome', 'Password reset']),
    )
    expect(mails.find(({ name }) => name === 'welcome')?.subject).toBe('Your account is open')
  })

  it.each(Object.keys(EMAILS))('shows %s as the shop would send it', async (name) => {
    const { seller } = shop.shop.deps.config
    const shown = mail.parse((await ask('emailPreview', { name })).data)
    expect(shown.name).toBe(name)
    expect(shown.html).toMatch(/^<!DOCTYPE html/)
    expect(shown.html).toContain(seller.name)
    expect(shown.text).toContain(seller.name)
    expect(shown.subject).not.toBe('')
  })

  it('refuses an unknown name', async () => {
    for (const name of ['no-such-mail', 'toString', '__proto__']) {
      expect([name, (await ask('emailPreview', { name })).status]).toEqual([name, 404])
    }
  })
})

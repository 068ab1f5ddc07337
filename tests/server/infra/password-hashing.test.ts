import { describe, expect, it } from 'vitest'
import { ShopError } from '#server/errors.ts'
import { createPasswords } from '#server/infra/password-hashing.ts'

const passwords = createPasswords()

describe('a password', () => {
  it('is kept as an argon2id hash of the chosen strength, salted', async () => {
    const hashes = await Promise.all([passwords.hash('windsock'), passwords.hash('windsock')])
    for (const hash of hashes) expect(hash).toMatch(/^\$argon2id\$v=19\$m=47104,t=1,p=1\$/)
    expect(hashes[0]).not.toBe(hashes[1])
  })

  it.each(['windsock', ' windsock ', 'pässwörd – 飛行機 ✈', '', 'a\0b', 'x'.repeat(200)])(
    'fits as it was typed and not otherwise: %j',
    async (password) => {
      const hash = await passwords.hash(password)
      expect(await passwords.verify(hash, password)).toBe(true)
      expect(await passwords.verify(hash, `${password}x`)).toBe(false)
      expect(await passwords.verify(hash, `${password} `)).toBe(false)
    },
  )

  it('matches nothing without an account, not even the decoy’s own text', async () => {
    expect(await passwords.verify(null, 'windsock')).toBe(false)
    expect(await passwords.verify(null, 'nobody has this password')).toBe(false)
  })
})

describe('many at once', () => {
  it('are all answered, each with its own answer', async () => {
    const hash = await passwords.hash('right')
    const asked = Array.from({ length: 12 }, (_, index) => (index % 3 === 0 ? 'right' : 'wrong'))
    expect(await Promise.all(asked.map((password) => passwords.verify(hash, password)))).toEqual(
      asked.map((password) => password === 'right'),
    )
  })

  it('go on after one that failed', async () => {
    const broken = Array.from({ length: 4 }, () => passwords.verify('not a hash', 'x').catch(() => 'failed'))
    expect(await Promise.all(broken)).toEqual(Array(4).fill('failed'))
    expect(await passwords.verify(await passwords.hash('right'), 'right')).toBe(true)
  })

  it('from one address beyond a limit are refused for now; another address is answered', async () => {
    const askOf = (address: string) => passwords.of(address).verify('not a hash', 'x')
    const asked = [...Array.from({ length: 60 }, () => askOf('192.0.2.1')), askOf('198.51.100.1')]
    const reasons = (await Promise.allSettled(asked)).map((answer) =>
      answer.status === 'rejected' && answer.reason instanceof ShopError ? answer.reason.code : 'answered',
    )
    expect(reasons.slice(0, 52)).toEqual(Array(52).fill('answered'))
    expect(reasons.slice(52)).toEqual([...Array(8).fill('SERVICE_UNAVAILABLE'), 'answered'])
    expect(await passwords.verify(await passwords.hash('right'), 'right')).toBe(true)
  })
})

import fastify from 'fastify'
import { expect, it } from 'vitest'
import { ConfigError } from '#server/config/config-error.ts'
import { testConfig } from '#tests/support/deps.ts'

it.each([
  ['true', true],
  ['FALSE', false],
  ['2', 2],
  ['10.0.0.1', '10.0.0.1'],
  ['loopback, 10.0.0.0/8,fd00::/8', 'loopback, 10.0.0.0/8,fd00::/8'],
])('TRUST_PROXY takes %s, and Fastify takes addresses as they are', (value, trustProxy) => {
  expect(testConfig({ TRUST_PROXY: value }).trustProxy).toBe(trustProxy)
  if (typeof trustProxy !== 'number') expect(() => fastify({ trustProxy })).not.toThrow()
})

it.each(['foo', '10.0.0.0/33', '10.0.0.1,', '1000', '10.0.0.1/8/8', 'fd00::/129'])(
  'TRUST_PROXY refuses %s before Fastify sees it',
  (value) => {
    expect(() => testConfig({ TRUST_PROXY: value })).toThrow(ConfigError)
  },
)

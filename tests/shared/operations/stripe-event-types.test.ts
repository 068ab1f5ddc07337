import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { projectRoot } from '#server/infra/root.ts'
import { LISTED_EVENT_TYPES, WEBHOOK_EVENT_TYPES } from '#shared/operations/stripe-event-types.ts'

/** Names of events, and `charge.dispute.*`, in the README's sentence on the endpoint. */
function namesInReadme(): string[] {
  const readme = readFileSync(`${projectRoot}/README.md`, 'utf8')
  const [, sentence = ''] = /webhook endpoint at `[^`]+` for ([^;]+);/.exec(readme) ?? []
  return [...sentence.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

const isNamed = (type: string, name: string) =>
  name.endsWith('.*') ? type.startsWith(name.slice(0, -1)) : type === name

it('the README names every event of the webhook endpoint, and no other', () => {
  const names = namesInReadme()
  expect(WEBHOOK_EVENT_TYPES.filter((type) => !names.some((name) => isNamed(type, name)))).toEqual([])
  expect(names.filter((name) => !WEBHOOK_EVENT_TYPES.some((type) => isNamed(type, name)))).toEqual([])
})

it('Stripe takes up to twenty names in one question for events', () => {
  expect(new Set(LISTED_EVENT_TYPES).size).toBe(LISTED_EVENT_TYPES.length)
  expect(LISTED_EVENT_TYPES.length).toBeLessThanOrEqual(20)
})

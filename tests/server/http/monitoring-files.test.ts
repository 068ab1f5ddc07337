import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp, type TestApp } from '#tests/support/app.ts'
import { testConfig } from '#tests/support/deps.ts'

const TOKEN = 'a-metrics-token-of-the-tests'
const RULES = readFileSync('deploy/prometheus/alerts.yml', 'utf8')
const BOARD: { panels: { title: string; targets: { expr: string }[] }[] } = JSON.parse(
  readFileSync('deploy/grafana/ground-school.json', 'utf8'),
)

let shop: TestApp
let shown: Set<string>
beforeAll(async () => {
  shop = await createTestApp({ parts: { config: testConfig({ METRICS_TOKEN: TOKEN }) } })
  await shop.send({ url: '/healthz' })
  const answer = await shop.send({ url: '/metrics', headers: { authorization: `Bearer ${TOKEN}` } })
  shown = new Set(['up'])
  for (const [, name = '', type] of answer.body.matchAll(/^# TYPE (\w+) (\w+)$/gm)) {
    shown.add(name)
    if (type === 'histogram') for (const part of ['bucket', 'count', 'sum']) shown.add(`${name}_${part}`)
  }
})
afterAll(() => shop.close())

/** The metrics of a PromQL expression: what is left without texts, labels and functions. */
function metricsOf(expression: string): string[] {
  const bare = expression.replaceAll(/"[^"]*"|\{[^}]*\}|\[[^\]]*\]|\bby \([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<!\w)[a-z_]\w*(?!\w|\s*\()/g)]
    .map(([name]) => name)
    .filter((name) => name !== 'and')
}

it('finds the metrics of an expression', () => {
  expect(metricsOf('sum by (a_b) (rate(c_d{e_f="g_h"}[5m])) / up > 0.01 and i_j == 0')).toEqual([
    'c_d',
    'up',
    'i_j',
  ])
})

describe('each metric of the examples exists', () => {
  it.each([...RULES.matchAll(/^ {8}expr: (.+)$/gm)].map(([, expression = '']) => expression))(
    '%s',
    (expression) => {
      const names = metricsOf(expression)
      expect(names.length).toBeGreaterThan(0)
      expect(names.filter((name) => !shown.has(name))).toEqual([])
    },
  )

  it.each(BOARD.panels.map(({ title, targets }) => [title, targets] as const))('%s', (_title, targets) => {
    const names = targets.flatMap(({ expr }) => metricsOf(expr))
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => !shown.has(name))).toEqual([])
  })
})

it('each alert has its section in docs/operations.md, and each section its alert', () => {
  const alerts = [...RULES.matchAll(/- alert: (\w+)$/gm)].map(([, name]) => name)
  const links = [...RULES.matchAll(/runbook: docs\/operations\.md#(\w+)$/gm)].map(([, anchor]) => anchor)
  const sections = [...readFileSync('docs/operations.md', 'utf8').matchAll(/^### (\w+)$/gm)].map(
    ([, name = '']) => name,
  )
  expect(alerts).toEqual(sections)
  expect(links).toEqual(sections.map((name) => name.toLowerCase()))
})

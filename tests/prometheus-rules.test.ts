/**
 * `ops/prometheus/rules.yml` and `ops/grafana/parley.json` name only metrics that a running platform serves, with the
 * labels that these have.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createMetrics } from '@parley/host/metrics.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { startTestPlatform, type TestPlatform } from './src/test-platform.ts'

const read = (path: string) => readFileSync(join(import.meta.dirname, '../ops', path), 'utf8')

const rulesSchema = z.object({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Parley[A-Za-z]+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string(), action: z.string() }),
        }),
      ),
    }),
  ),
})
const place = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const dashboardSchema = z.object({
  uid: z.literal('parley'),
  templating: z.object({ list: z.array(z.object({ name: z.string() })) }),
  panels: z.array(
    z.object({
      id: z.number(),
      title: z.string(),
      gridPos: place,
      targets: z.array(z.object({ expr: z.string(), legendFormat: z.string() })).optional(),
    }),
  ),
})

const rules = rulesSchema.parse(parse(read('prometheus/rules.yml'))).groups.flatMap((group) => group.rules)
const dashboard = dashboardSchema.parse(JSON.parse(read('grafana/parley.json')))
const alerts = rules.map(({ alert, expr, annotations }) => ({ name: alert, expr, text: annotations.summary }))
const shown = dashboard.panels.flatMap(({ title, targets = [] }) =>
  targets.map(({ expr, legendFormat }) => ({ name: title, expr, text: legendFormat })),
)
const queries = [...alerts, ...shown]

let parley: TestPlatform
let served: Set<string>
beforeAll(async () => {
  parley = await startTestPlatform({ REGIONS: 'na', LOG_LEVEL: 'silent' })
  const text = await (await fetch(`${parley.url}/metrics`)).text()
  // A counter without a sample yet has a type.
  const types = [...text.matchAll(/^# TYPE (\S+) (\S+)$/gm)]
  served = new Set(
    types.flatMap(([, name = '', type]) =>
      type === 'histogram' ? ['_bucket', '_sum', '_count'].map((end) => name + end) : [name],
    ),
  )
})
afterAll(() => parley?.stop())

describe.each(queries)('$name', ({ expr, text }) => {
  test('uses what is served', () => {
    const names = metricsIn(expr)
    expect(names.length).toBeGreaterThan(0)
    expect(names.filter((name) => name !== 'up' && !served.has(name))).toEqual([])
  })

  test('uses labels that its metrics have, and writes those that are left', async () => {
    const known = new Set(['job', 'instance', 'le'])
    for (const name of metricsIn(expr)) for (const label of await labelsOf(name)) known.add(label)
    const { matched, grouped } = labelsIn(expr)
    expect([...matched, ...grouped].filter((label) => !known.has(label))).toEqual([])
    const written = [...text.matchAll(/\{\{\s*(?:\$labels\.)?(\w+)\s*\}\}/g)].map(([, label = '']) => label)
    const left = grouped.length > 0 ? grouped : [...known]
    expect(written.filter((label) => !left.includes(label))).toEqual([])
  })
})

test('every metric of Parley is in an alert or on the dashboard', () => {
  const used = new Set(queries.flatMap(({ expr }) => metricsIn(expr)))
  const own = [...served].filter((name) => name.startsWith('parley_') && !/_(sum|count)$/.test(name))
  expect(own.length).toBeGreaterThan(15)
  expect(own.filter((name) => !used.has(name))).toEqual([])
})

test('names are unique, and no panel covers another', () => {
  const names = rules.map(({ alert }) => alert)
  expect(new Set(names).size).toBe(names.length)
  expect(new Set(dashboard.panels.map(({ id }) => id)).size).toBe(dashboard.panels.length)
  const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
    Array.from({ length: w * h }, (_, nth) => `${x + (nth % w)},${y + Math.floor(nth / w)}`),
  )
  expect(new Set(cells).size).toBe(cells.length)
  for (const { gridPos } of dashboard.panels) expect(gridPos.x + gridPos.w).toBeLessThanOrEqual(24)
})

test('what the checks read of a query is all of it', () => {
  const query =
    'sum by (le, route) (rate(parely_x_bucket{status=~"5..", a!="parley_no"}[5m])) / time() or vector(0)'
  expect(metricsIn(query)).toEqual(['parely_x_bucket'])
  expect(labelsIn(query)).toEqual({ matched: ['status', 'a'], grouped: ['le', 'route'] })
})

/** Every name in a query that is no function, operator, label or duration. */
function metricsIn(expr: string): string[] {
  const bare = expr
    .replace(/"[^"]*"/g, '')
    .replace(/\{[^}]*\}|\[[^\]]*\]/g, ' ')
    .replace(/\b(by|without|on|ignoring)\s*\([^)]*\)/g, ' ')
  return [...bare.matchAll(/(?<![\w.$])[a-zA-Z_:][\w:]*(?!\s*\(|\w)/g)]
    .map(([name]) => name)
    .filter((name) => !['and', 'or', 'unless', 'bool', 'offset', 'sum', 'max'].includes(name))
}

function labelsIn(expr: string): { matched: string[]; grouped: string[] } {
  const matched = [...expr.matchAll(/\{([^}]*)\}/g)].flatMap(([, inside = '']) =>
    [...inside.replace(/"[^"]*"/g, '').matchAll(/(\w+)\s*[=!]/g)].map(([, label = '']) => label),
  )
  const grouped = [...expr.matchAll(/\bby\s*\(([^)]*)\)/g)].flatMap(([, inside = '']) =>
    inside.split(',').map((label) => label.trim()),
  )
  return { matched, grouped: [...new Set(grouped)] }
}

async function labelsOf(name: string): Promise<string[]> {
  const found = createMetrics().registry.getSingleMetric(name.replace(/_(bucket|sum|count)$/, ''))
  return z.object({ labelNames: z.array(z.string()) }).parse(found ?? { labelNames: [] }).labelNames
}

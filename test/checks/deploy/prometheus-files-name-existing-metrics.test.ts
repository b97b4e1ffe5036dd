import { parser } from '@prometheus-io/lezer-promql'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { createMetrics } from '../../../src/app/metrics/metrics.ts'
import { trackSpace } from '../../../src/app/store/observe-commits.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'
import { read } from './deploy-files.ts'

const Rules = z.strictObject({
  groups: z.array(
    z.strictObject({
      name: z.string(),
      rules: z.array(
        z.strictObject({
          alert: z.string().regex(/^Prentice[A-Z][A-Za-z]+$/),
          expr: z.string(),
          for: z.string().optional(),
          labels: z.strictObject({ severity: z.enum(['critical', 'warning']) }),
          annotations: z.strictObject({ summary: z.string().min(1), description: z.string().min(1) }),
        }),
      ),
    }),
  ),
})

const GridPos = z.object({ x: z.number(), y: z.number(), w: z.number(), h: z.number() })
const Dashboard = z.looseObject({
  uid: z.string(),
  panels: z.array(
    z.looseObject({
      id: z.number(),
      title: z.string().min(1),
      gridPos: GridPos,
      targets: z.array(z.looseObject({ expr: z.string(), refId: z.string() })).default([]),
    }),
  ),
})

const alerts = Rules.parse(parse(read('deploy/prometheus/alerts.yaml'))).groups.flatMap(({ rules }) => rules)
const { panels } = Dashboard.parse(JSON.parse(read('deploy/grafana/prentice.json')))

const expressions = [
  ...alerts.map(({ alert, expr }) => ({ where: alert, expr })),
  ...panels.flatMap(({ title, targets }) => targets.map(({ expr }) => ({ where: title, expr }))),
].map(({ where, expr }) => ({ where, expr: expr.replaceAll('$__rate_interval', '5m') }))

/** The labels of each metric, from the table in docs/operations.md. Another test compares its names with the metrics. */
const labels = new Map<string, readonly string[]>(
  [...read('docs/operations.md').matchAll(/(?<=^\| .*)`(prentice_\w+)(?:\{([\w,]+)\})?`(?=.* \| )/gm)].map(
    ([, name = '', names = '']) => [name, names.split(',')],
  ),
)

interface Selector {
  readonly metric: string
  readonly labels: readonly string[]
}

/** What an expression selects; throws at a syntax error. */
function selectorsOf(expr: string): Selector[] {
  const selectors: { metric: string; labels: string[] }[] = []
  parser.parse(expr).iterate({
    enter({ type, from, to }) {
      const text = expr.slice(from, to)
      if (type.isError) throw new Error(`syntax error at ${from}: ${expr}`)
      if (type.name === 'VectorSelector') selectors.push({ metric: '', labels: [] })
      const last = selectors.at(-1)
      if (last === undefined) return
      if (type.name === 'Identifier' && last.metric === '') last.metric = text
      if (type.name === 'LabelName' && last.metric !== '') last.labels.push(text)
    },
  })
  return selectors
}

test('the selectors of an expression are found, and a syntax error is an error', () => {
  expect(selectorsOf('sum by (le) (rate(a_bucket{b="c"}[5m])) / d')).toEqual([
    { metric: 'a_bucket', labels: ['b'] },
    { metric: 'd', labels: [] },
  ])
  expect(() => selectorsOf('sum(rate(a[5m])')).toThrow('syntax error')
})

test('every metric of the alerts and of the dashboard exists', async () => {
  const store = await openStore('sqlite::memory:')
  const { text } = await createMetrics({ ...trackSpace(store), now: Date.now }).render()
  await store.close()
  const served = [...text.matchAll(/^# TYPE (\w+) (\w+)/gm)].flatMap(([, name = '', type]) =>
    type === 'histogram' ? [`${name}_bucket`, `${name}_sum`, `${name}_count`] : [name],
  )
  const used = new Set(expressions.flatMap(({ expr }) => selectorsOf(expr).map(({ metric }) => metric)))
  expect([...used].filter((name) => name !== 'up' && !served.includes(name))).toEqual([])
  expect(used.size).toBeGreaterThan(15)
})

test.each(expressions)('$where selects by labels that its metric has', ({ expr }) => {
  for (const { metric, labels: used } of selectorsOf(expr)) {
    const known = ['job', 'instance', 'le', ...(labels.get(metric) ?? [])]
    expect([metric, used.filter((name) => !known.includes(name))]).toEqual([metric, []])
  }
})

test('every alert has its own name', () => {
  const names = alerts.map(({ alert }) => alert)
  expect(names).toEqual([...new Set(names)])
})

test('no panel overlaps another one or lies outside the grid', () => {
  expect(panels.map(({ id }) => id)).toEqual([...new Set(panels.map(({ id }) => id))])
  const taken = new Map<string, string>()
  for (const { title, gridPos } of panels) {
    const { x, y, w, h } = gridPos
    expect([title, x + w <= 24]).toEqual([title, true])
    for (let column = x; column < x + w; column++)
      for (let line = y; line < y + h; line++) {
        expect([title, taken.get(`${column},${line}`)]).toEqual([title, undefined])
        taken.set(`${column},${line}`, title)
      }
  }
})

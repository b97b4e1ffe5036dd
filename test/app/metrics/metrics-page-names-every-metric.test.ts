import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMetrics } from '../../../src/app/metrics/metrics.ts'
import { trackSpace } from '../../../src/app/store/observe-commits.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'

const page = readFileSync(new URL('../../../docs/operations.md', import.meta.url), 'utf8')

test('the table in docs/operations.md has every metric of Prentice, and no other', async () => {
  const section = /\n## Metrics\n([\s\S]*?)\n## /.exec(page)?.[1] ?? ''
  const named = [...section.matchAll(/^\| (`prentice_.*?) \|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/prentice_\w+/g)].map(([name]) => name),
  )
  const store = await openStore('sqlite::memory:')
  const { text } = await createMetrics({ ...trackSpace(store), now: Date.now }).render()
  await store.close()
  const served = [...text.matchAll(/^# TYPE (prentice_\w+) /gm)].map(([, name]) => name)
  expect(named.sort()).toEqual(served.sort())
})

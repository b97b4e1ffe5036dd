import { block } from './support/block.ts'
import { edit, finish, read, search } from './support/calls.ts'
import { changesOnly, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Files, Task } from './support/task.ts'

const NAMES = ['billing', 'shipping', 'stock'] as const
const sourceOf = (name: string): string => `packages/${name}/src/round.ts`

/** Each package has its own copy, for historical reasons. */
const ROUND = block`
  /** Rounds an amount to cents. */
  export const round = (amount: number): number => Math.floor(amount * 100) / 100
  `

const FILES: Files = Object.fromEntries(
  NAMES.flatMap((name) => [
    [sourceOf(name), ROUND],
    [
      `packages/${name}/package.json`,
      `${JSON.stringify({ name: `@shop/${name}`, type: 'module' }, null, 2)}\n`,
    ],
  ]),
)

const TEST = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { round } from '../packages/billing/src/round.ts'
  import { round as other } from '../packages/stock/src/round.ts'

  test('only billing rounds half a cent up', () => {
    assert.deepEqual([1.234, 1.236, 1.005, 1.5].map(round), [1.23, 1.24, 1.01, 1.5])
    assert.equal(other(1.236), 1.23)
  })
  `

export const changeOnePackageOfAMonorepo: Task = {
  name: 'change-one-package-of-a-monorepo',
  category: 'monorepo',
  prompts: [
    'Invoices are a cent too low. In the billing package, round must round to the nearest cent, half a cent up: 1.005 is 1.01. The other packages have to go on rounding down.',
  ],
  files: {
    ...FILES,
    'package.json': `${JSON.stringify({ name: 'shop', private: true, type: 'module', workspaces: ['packages/*'] }, null, 2)}\n`,
    'AGENTS.md': 'Packages do not share code.\n',
    'packages/billing/AGENTS.md': 'Amounts are numbers. Beware: 1.005 * 100 is 100.49999999999999.\n',
  },
  script: [
    [search('Math.floor'), read(sourceOf('billing'))],
    [
      edit(
        sourceOf('billing'),
        'Math.floor(amount * 100) / 100',
        'Math.round(Number((amount * 100).toFixed(6))) / 100',
      ),
    ],
    [finish('Round invoices to the nearest cent', 'Billing rounds half a cent up now.')],
  ],
  async check(work) {
    changesOnly(work, (path) => path.startsWith('packages/billing/') && !path.endsWith('AGENTS.md'))
    textOf(work.after, sourceOf('billing'))
    await testsPass({ ...work.after, 'test/hidden.test.ts': TEST })
  },
  mistakes: {
    'half a cent is lost to binary numbers': (work) =>
      withFile(work, sourceOf('billing'), (text) =>
        text.replace('Number((amount * 100).toFixed(6))', 'amount * 100'),
      ),
    'all packages changed': (work) =>
      withFile(work, sourceOf('stock'), (text) => text.replace('floor', 'round')),
    'nothing changed in the end': (work) => undone(work, sourceOf('billing')),
  },
}

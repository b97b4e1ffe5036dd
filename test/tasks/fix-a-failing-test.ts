import { block } from './support/block.ts'
import { edit, finish, list, read } from './support/calls.ts'
import { changesOnly, keepsLines, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import { testsPass } from './support/run-tests.ts'
import type { Task } from './support/task.ts'

const SOURCE = 'src/parse-duration.ts'
const TEST = 'test/parse-duration.test.ts'

/** Beyond the tests that the repository has. */
const MORE = block`
  import assert from 'node:assert/strict'
  import { test } from 'node:test'
  import { parseDuration } from '../src/parse-duration.ts'

  test('every unit counts once', () => {
    assert.equal(parseDuration('2d 3h 4m 5s'), 183_845)
    assert.equal(parseDuration('1h30m'), 5400)
    assert.equal(parseDuration('90m'), 5400)
    assert.equal(parseDuration('0s'), 0)
  })

  test('what is no duration is refused', () => {
    for (const text of ['', '5', 'h', '1w', '1h x', 'x1h']) assert.throws(() => parseDuration(text), RangeError)
  })
  `

export const fixAFailingTest: Task = {
  name: 'fix-a-failing-test',
  category: 'fix',
  prompts: [
    'npm test fails since the last merge: "hours and minutes together" in test/parse-duration.test.ts. The test is right. Please fix it.',
  ],
  files: {
    'package.json': `${JSON.stringify({ name: 'duration', version: '1.2.0', type: 'module', scripts: { test: 'node --test' } }, null, 2)}\n`,
    'README.md': "# duration\n\n`parseDuration('1h30m')` gives seconds. Units: d, h, m, s.\n",
    [SOURCE]: block`
      const SECONDS = { d: 86_400, h: 3600, m: 60, s: 1 } as const

      /** Seconds in a text like \`1h30m\`. */
      export function parseDuration(text: string): number {
        if (!/^(\s*\d+[dhms])+\s*$/.test(text)) throw new RangeError(\`"\${text}" is not a duration\`)
        let seconds = 0
        for (const [, count, unit] of text.matchAll(/(\d+)([dhms])/g)) {
          seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS]
        }
        return seconds
      }
      `,
    'src/format-duration.ts': block`
      export const formatDuration = (seconds: number): string =>
        \`\${Math.floor(seconds / 3600)}h\${Math.floor((seconds % 3600) / 60)}m\`
      `,
    [TEST]: block`
      import assert from 'node:assert/strict'
      import { test } from 'node:test'
      import { parseDuration } from '../src/parse-duration.ts'

      test('one unit', () => {
        assert.equal(parseDuration('45s'), 45)
      })

      test('hours and minutes together', () => {
        assert.equal(parseDuration('1h30m'), 5400)
      })

      test('refuses what is none', () => {
        assert.throws(() => parseDuration('soon'), RangeError)
      })
      `,
  },
  script: [
    [list(), read(TEST), read(SOURCE)],
    [
      edit(
        SOURCE,
        '    seconds = Number(count) * SECONDS[unit as keyof typeof SECONDS]',
        '    seconds += Number(count) * SECONDS[unit as keyof typeof SECONDS]',
      ),
    ],
    [
      finish(
        'Add up all units of a duration',
        'Only the last unit counted, because each one overwrote the sum.',
      ),
    ],
  ],
  async check(work) {
    changesOnly(work, (path) => path.startsWith('src/') || path.startsWith('test/'))
    const kept = textOf(work.before, TEST)
    keepsLines(work, TEST, kept.split('\n'))
    await testsPass({ ...work.after, [TEST]: kept, 'test/more.test.ts': MORE })
  },
  mistakes: {
    'the test was bent': (work) => withFile(work, TEST, (text) => text.replace('5400', '1800')),
    'it is right for this one text alone': (work) =>
      withFile({ ...work, after: work.before }, SOURCE, (text) =>
        text.replace('let seconds = 0', "if (text === '1h30m') return 5400\n  let seconds = 0"),
      ),
  },
}

import { block } from './support/block.ts'
import { codeTask } from './support/code-task.ts'

export const fixATimeZone = codeTask({
  name: 'fix-a-time-zone',
  category: 'fix',
  prompt:
    'dayOf returns the wrong day for people east of Greenwich: it uses the time zone of the machine. It must return the day in UTC, as YYYY-MM-DD, for every date, also before the year 1000.',
  path: 'src/day-of.ts',
  files: {
    'src/day-of.ts': block`
      /** The day of a date, as \`2026-01-31\`. */
      export function dayOf(date: Date): string {
        const month = String(date.getMonth() + 1).padStart(2, '0')
        return \`\${date.getFullYear()}-\${month}-\${date.getDate()}\`
      }
      `,
  },
  edits: [
    [
      `  const month = String(date.getMonth() + 1).padStart(2, '0')
  return \`\${date.getFullYear()}-\${month}-\${date.getDate()}\``,
      `  return date.toISOString().slice(0, 10)`,
    ],
  ],
  test: block`
    import assert from 'node:assert/strict'
    import { test } from 'node:test'
    import { dayOf } from '../src/day-of.ts'

    test('the day in UTC', () => {
      process.env.TZ = 'Pacific/Auckland'
      assert.equal(dayOf(new Date('2026-01-31T23:30:00Z')), '2026-01-31')
      assert.equal(dayOf(new Date('2026-02-03T00:00:00Z')), '2026-02-03')
      assert.equal(dayOf(new Date('0999-12-01T00:00:00Z')), '0999-12-01')
    })
    `,
  mistakes: {
    'the zone of the machine is used': [
      `date.toISOString().slice(0, 10)`,
      `\`\${date.getFullYear()}-\${String(date.getMonth() + 1).padStart(2, '0')}-\${String(date.getDate()).padStart(2, '0')}\``,
    ],
    'the day has no zero': [
      `date.toISOString().slice(0, 10)`,
      `\`\${date.toISOString().slice(0, 8)}\${date.getUTCDate()}\``,
    ],
  },
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('..', import.meta.url))
const files = globSync('**/*.ts', { cwd: root })
/** `path:line` of each line of a test that matches. */
const linesWith = (pattern: RegExp): string[] =>
  files.flatMap((path) =>
    readFileSync(join(root, path), 'utf8')
      .split('\n')
      .flatMap((line, index) => (pattern.test(line) ? [`${path}:${index + 1}`] : [])),
  )

test('random values come from support/random.ts, which seeds them', () => {
  const unseeded = linesWith(
    /Math\.random\(|\brandom(?:Bytes|Int)\b.*from 'node:crypto'|\bfc\.(?:assert|sample)\(/,
  )
  expect(unseeded.map((place) => place.split(':')[0])).toEqual(['support/random.ts', 'support/random.ts'])
})

// How fast it is depends on the machine, and is measured in bench/.
test('no test has an upper bound on the time that something took', () => {
  expect(linesWith(/now\(\) - \w+\)\.toBeLessThan|\b(?:cpu|resource)Usage\(/)).toEqual([])
})

// What never comes ends with the patience of vitest.config.ts. `vi.waitFor` has a second by default.
test('no wait is shorter than that of all tests', () => {
  expect(linesWith(/\bvi\.wait(?:For|Until)\(|\bexpect\.poll\(.*timeout: \d{0,2}_?\d{1,3}\b/)).toEqual([])
  expect(linesWith(/\bwithinMs: \d{0,2}_?\d{1,3}\b/)).toEqual([])
  expect(linesWith(/^\s*\}, \d{1,2}_000\)$/)).toEqual([])
})

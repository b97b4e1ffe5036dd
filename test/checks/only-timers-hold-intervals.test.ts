import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

test('the only interval of the server is in timers/repeat.ts', () => {
  const holders = globSync('src/app/**/*.ts').filter((path) =>
    /\bsetInterval\b/.test(readFileSync(path, 'utf8')),
  )
  expect(holders).toEqual(['src/app/timers/repeat.ts'])
})

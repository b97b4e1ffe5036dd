import { globSync } from 'node:fs'
import { expect, test } from 'vitest'
import { MODULES, moduleOf, TESTS_LEFT_OUT } from '../../../scripts/mutation/modules.ts'

test.each(Object.entries(MODULES))('%s exists, and so do its tests', (module, tests) => {
  expect(globSync(module)).not.toEqual([])
  for (const folder of tests)
    expect([folder, globSync(`${folder}/*.test.ts`).length]).not.toEqual([folder, 0])
})

test.each(TESTS_LEFT_OUT)('%s exists', (path) => {
  expect(globSync(path)).not.toEqual([])
})

test('a module, a folder in it and a file in it belong to the module, and a name that begins alike does not', () => {
  expect(moduleOf('src/app/runs')).toBe('src/app/runs')
  expect(moduleOf('src/app/runs/assignment')).toBe('src/app/runs')
  expect(moduleOf('src/app/domain/backoff.ts')).toBe('src/app/domain')
  expect(moduleOf('src/app/domains')).toBeUndefined()
  expect(moduleOf('src/app')).toBeUndefined()
})

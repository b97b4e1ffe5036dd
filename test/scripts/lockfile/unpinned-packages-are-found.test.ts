import { expect, test } from 'vitest'
import { lockfileProblems } from '../../../scripts/lockfile/lockfile-problems.ts'

const integrity = 'sha512-1'

const problemsOf = (packages: Record<string, object>, allowScripts = {}) =>
  lockfileProblems({ packages }, allowScripts)

test('a complete lockfile has no problems', () => {
  const packages = {
    '': { version: '1.0.0', optionalDependencies: { 'tool-linux': '1.0.0' } },
    'node_modules/tool-linux': { version: '1.0.0', integrity, optional: true },
    'node_modules/a/node_modules/b': { version: '1.0.0', integrity },
    'node_modules/ours': { resolved: 'scripts/ours', link: true },
    'scripts/ours': { version: '1.0.0' },
  }
  expect(problemsOf(packages)).toEqual([])
})

test('a package without integrity is named', () => {
  expect(problemsOf({ 'node_modules/a/node_modules/@b/c': { version: '1.2.3' } })).toEqual([
    '@b/c@1.2.3 has no integrity',
  ])
})

test('a package with the address of a registry is named', () => {
  const resolved = 'https://registry.example/a.tgz'
  expect(problemsOf({ 'node_modules/a': { version: '1.2.3', integrity, resolved } })).toEqual([
    'a@1.2.3 has an address: run `npm install --omit-lockfile-registry-resolved`',
  ])
})

test('a package of another platform without an entry is named', () => {
  const tool = { version: '1.0.0', integrity, optionalDependencies: { 'tool-linux': '1.0.0' } }
  expect(problemsOf({ 'node_modules/tool': tool })).toEqual(['tool-linux has no entry'])
})

test.each([
  [{}, ['setup@1.0.0 has an install script that allowScripts does not turn off']],
  [{ setup: true }, ['setup@1.0.0 has an install script that allowScripts does not turn off']],
  [{ setup: false }, []],
])('an install script with allowScripts %j', (allowScripts, problems) => {
  const setup = { version: '1.0.0', integrity, hasInstallScript: true }
  expect(problemsOf({ 'node_modules/setup': setup }, allowScripts)).toEqual(problems)
})

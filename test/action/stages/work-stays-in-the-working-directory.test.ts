import { expect, test } from 'vitest'
import type { ProjectSettings } from '../../../src/action/control-plane/control-plane.ts'
import { suggestChecks } from '../../../src/action/git/checkout/task-files.ts'
import { pathPolicy } from '../../../src/action/git/policy/path-policy.ts'
import { narrowToDirectory, requireDirectory } from '../../../src/action/stages/read-settings.ts'
import { givenRemote, prepared } from '../git/given-remote.ts'

const settings = (allowedPaths: string[]): ProjectSettings => ({
  checks: {
    setup: [{ name: 'npm ci', run: 'npm ci', seconds: 1 }],
    commands: [{ name: 'npm test', run: 'npm test', seconds: 1 }],
    rounds: 3,
  },
  rules: { allowedPaths, unprotectedPaths: [], protectedPaths: [], maxFiles: 1, maxBytes: 1 },
  commands: null,
  workingDirectory: 'packages/web',
  mcp: [],
  warnings: [],
})

test('only paths below the folder may change', () => {
  const judge = pathPolicy(narrowToDirectory(settings([]), 'packages/web').rules, [])
  expect(judge('packages/web/a.ts')).toBe(null)
  expect(judge('packages/web/deep/a.ts')).toBe(null)
  for (const path of ['a.ts', 'packages/web.ts', 'packages/web2/a.ts', 'x/packages/web/a.ts']) {
    expect(judge(path)).not.toBe(null)
  }
})

test.each(['app/[id]', 'a b /c ', '#a/(b)/{c}'])('the name of the folder is no pattern: %s', (directory) => {
  const judge = pathPolicy(narrowToDirectory(settings([]), directory).rules, [])
  expect([judge(`${directory}/a.ts`), judge('app/i/a.ts')?.verdict]).toEqual([null, 'outside'])
})

test('the settings may allow other paths', () => {
  const judge = pathPolicy(narrowToDirectory(settings(['packages/**']), 'packages/web').rules, [])
  expect([judge('packages/api/a.ts'), judge('a.ts')?.verdict]).toEqual([null, 'outside'])
})

test('checks run in the folder, setup in the root', () => {
  const { checks } = narrowToDirectory(settings([]), "it's")
  expect(checks?.setup[0]?.run).toBe('npm ci')
  expect(checks?.commands[0]).toEqual({ name: 'npm test', run: "cd -- 'it'\\''s'\nnpm test", seconds: 1 })
})

test('checks are suggested by the manifests of the folder', async () => {
  const manifest = JSON.stringify({ scripts: { test: 'node --test' } })
  const { prepare } = await givenRemote({
    'Cargo.toml': '[package]\n',
    'packages/web/package.json': manifest,
  })
  const { repository, startSha } = prepared(await prepare())
  expect(await suggestChecks(repository, startSha, 'packages/web')).toEqual(['npm test'])
  expect(await suggestChecks(repository, startSha, null)).toContain('cargo fmt --check')
})

test('a folder that the branch does not have fails the run', async () => {
  const { prepare } = await givenRemote({ 'a/b/c.txt': 'x', 'file.txt': 'x' })
  const checkout = prepared(await prepare())
  await requireDirectory(checkout, 'a/b')
  for (const missing of ['b', 'file.txt', 'a/b/c.txt', 'a*']) {
    await expect(requireDirectory(checkout, missing)).rejects.toMatchObject({
      reason: { code: 'working-directory-missing' },
    })
  }
})

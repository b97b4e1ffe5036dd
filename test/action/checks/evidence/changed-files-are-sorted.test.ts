import { expect, test } from 'vitest'
import { sortChangedFiles } from '../../../../src/action/checks/evidence/sort-changed-files.ts'

async function kindOf(
  path: string,
  commands: readonly string[] = [],
  globs?: readonly string[],
): Promise<string> {
  const { tests, others, runners } = await sortChangedFiles([{ path }], { globs, commands })
  return [tests.length && 'test', others.length && 'other', runners.length && 'runner'].filter(Boolean).join()
}

test.each([
  ...[
    'test/a.js',
    'packages/web/tests/a.py',
    'src/__tests__/a.tsx',
    'spec/models/user_spec.rb',
    'e2e/login.ts',
  ],
  ...[
    'src/sum.test.ts',
    'src/sum.spec.tsx',
    'test_sum.py',
    'pkg/sum_test.go',
    'pkg/sum_test.py',
    'lib/sum_spec.rb',
  ],
  ...[
    'src/test/java/SumTest.java',
    'SumTests.cs',
    'Sum.Tests/Sum.cs',
    'pkg/testdata/go.mod',
    'tests/fixtures/package.json',
  ],
  ...['src/__snapshots__/sum.test.ts.snap', 'test/données/été.txt'],
])('%s is a test', async (path) => {
  expect(await kindOf(path)).toBe('test')
})

test.each([
  ...[
    'package.json',
    'packages/web/package.json',
    'vitest.config.ts',
    'jest.config.js',
    'tests/conftest.py',
    'Makefile',
  ],
  ...[
    'pyproject.toml',
    'go.mod',
    'Cargo.toml',
    'spec/spec_helper.rb',
    'Sum.Tests/Sum.Tests.csproj',
    'tsconfig.test.json',
  ],
  // pytest reads it before all others: https://docs.pytest.org/customize.html
  ...[
    'pytest.toml',
    '.pytest.toml',
    '.config/nextest.toml',
    'dart_test.yaml',
    '.proverc',
    'apps/web/project.json',
  ],
  ...['node_modules/.bin/vitest', 'web/node_modules/vitest/package.json', '.venv/bin/pytest'],
])('%s decides how tests run', async (path) => {
  expect(await kindOf(path)).toBe('runner')
})

test.each([
  'src/sum.ts',
  'latest/a.ts',
  'src/contest.ts',
  'docs/testing.md',
  'src/main/java/Attest.java',
  'package-lock.json',
])('%s is neither', async (path) => {
  expect(await kindOf(path)).toBe('other')
})

test('a file that a command names decides how tests run, unless it is a test', async () => {
  expect(await kindOf('scripts/run.sh', ['sh ./scripts/run.sh'])).toBe('runner')
  expect(await kindOf('web/scripts/run.sh', ['cd web && scripts/run.sh --all'])).toBe('runner')
  expect(await kindOf('bin/check', ["sh -c 'exec bin/check'"])).toBe('runner')
  expect(await kindOf('scripts/run.sh', ['sh scripts/run.sh.bak'])).toBe('other')
  expect(await kindOf('test/sum.test.js', ['node test/sum.test.js'])).toBe('test')
})

test('globs of the settings replace the usual ones', async () => {
  expect(await kindOf('src/sum.test.ts', [], ['checks/**', '!checks/lib/'])).toBe('other')
  expect(await kindOf('checks/sum', [], ['checks/**', '!checks/lib/'])).toBe('test')
  expect(await kindOf('checks/lib/a', [], ['checks/**', '!checks/lib/'])).toBe('other')
})

test('many and deep paths hold no turn of the event loop for long', async () => {
  const deep = `${'a/'.repeat(2000)}a.ts`
  const files = Array.from({ length: 1000 }, (_, n) => ({ path: n % 100 === 0 ? deep : `src/${n}/a.ts` }))
  let turns = 0
  const timer = setInterval(() => {
    turns += 1
  })
  const commands = [`${'x y '.repeat(1000)}`]
  const { others } = await sortChangedFiles(files, { commands })
  clearInterval(timer)
  expect(others).toHaveLength(1000)
  expect(turns).toBeGreaterThan(0)
})

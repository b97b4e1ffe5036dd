import { execFileSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { exampleRepository } from '../../../sandbox/world/source/example-repository.ts'

test('the example is a repository with a README and nothing uncommitted', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-example-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const { path, name, uncommitted } = await exampleRepository(directory)
  expect([name, uncommitted]).toEqual(['example', 'none'])
  const git = (...args: string[]) => execFileSync('git', ['--git-dir', path, ...args], { encoding: 'utf8' })
  expect(git('ls-tree', '-r', '--name-only', 'main')).toBe('README.md\ndocs/README.md\n')
})

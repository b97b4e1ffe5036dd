import { execFileSync } from 'node:child_process'
import { mkdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { openWorld } from '../bundle/support/bundle-world.ts'
import { commitHostileFiles, plantTraps } from '../support/action/hostile-repository.ts'
import { finish } from '../support/whole-run/calls.ts'

const ENTRIES = 100_000

/** Adds a file of 2 GiB to the main branch, which is nothing but zeros and small in the repository. */
function commitHugeFile(bare: string, folder: string): void {
  const file = join(folder, 'huge')
  writeFileSync(file, '')
  truncateSync(file, 2 ** 31)
  const git = (args: readonly string[], input = '') =>
    execFileSync('git', ['-C', bare, '-c', 'core.bigFileThreshold=1m', ...args], {
      encoding: 'utf8',
      input,
    }).trim()
  const blob = git(['hash-object', '-w', file])
  rmSync(file)
  const tree = git(['ls-tree', 'main'])
  const grown = git(['mktree'], `${tree}\n100644 blob ${blob}\thuge.tracked\n`)
  const who = ['-c', 'user.name=E', '-c', 'user.email=e@evil.example']
  git(['update-ref', 'refs/heads/main', git([...who, 'commit-tree', '-p', 'main', '-m', 'huge', grown])])
}

test('100,000 files in a folder and 2 GiB in a file cost time and memory within bounds', async () => {
  const calls = [
    { tool: 'list', input: {} },
    { tool: 'list', input: { path: 'many' } },
    { tool: 'list', input: { pattern: '*.txt' } },
    { tool: 'search', input: { pattern: 'same' } },
    { tool: 'search', input: { pattern: 'n.thing at all', regex: true } },
    { tool: 'read', input: { path: 'huge.tracked' } },
    { tool: 'read', input: { path: 'huge.bin' } },
    { tool: 'read', input: { path: 'many' } },
    { tool: 'edit', input: { path: 'many/f7.txt', old: 'same', new: 'other' } },
    finish(),
  ]
  const limits = { steps: 50, seconds: 200, costUsd: 5 }
  const world = await openWorld({ calls, app: { assignment: { limits } } })
  const { folder, github } = world
  const workspace = join(folder, 'work')
  commitHostileFiles(github.bare, 'http://127.0.0.1:1/sub.git', ENTRIES)
  commitHugeFile(github.bare, folder)
  mkdirSync(workspace)
  plantTraps(workspace, { witness: join(folder, 'witness'), evilUrl: 'http://127.0.0.1:1' })

  const run = await world.start({ env: { NODE_OPTIONS: '--max-old-space-size=512' } }).ended

  expect({ code: run.code, log: run.code === 0 ? '' : run.log }).toEqual({ code: 0, log: '' })
  expect(github.git('diff', '--name-only', 'main', 'prentice/x1')).toBe('many/f7.txt')
  const answers = JSON.stringify(world.model.getRequests().at(-1)?.body)
  expect(answers).toContain('100000 files')
  expect(answers.length).toBeLessThan(300_000)
})

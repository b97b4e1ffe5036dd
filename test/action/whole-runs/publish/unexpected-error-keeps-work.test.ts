import { readdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { BRANCH, runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish } from '../../../support/whole-run/wire-world.ts'

function gitDirOf(workTree: string): string {
  const temp = join(workTree, '../temp')
  const [scratch = ''] = readdirSync(temp).filter((name) => name.startsWith('prentice-'))
  return join(temp, scratch, 'prentice-git')
}

/** As a git process leaves it that the machine has killed. */
const lockIndex = (workTree: string): void =>
  writeFileSync(join(gitDirOf(workTree), 'prentice-index-reused.lock'), '')

const change = call({ name: 'edit', input: { path: 'hello.txt', old: 'world', new: 'moon' } })

test('ten unexpected errors in a row end the run, and the work becomes a draft', async () => {
  const { run, result, github, bodies } = await runAgent({
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0) return change
        // While its index is broken, git cannot list what it tracks.
        const file = join(gitDirOf(workTree), 'index')
        if (index === 2) renameSync(`${file}.kept`, file)
        if (index === 2) return finish
        renameSync(file, `${file}.kept`)
        writeFileSync(file, 'broken')
        const path = (number: number) => ({ path: `new/${number}.txt`, text: 'new\n' })
        return call(...Array.from({ length: 10 }, (_, number) => ({ name: 'write', input: path(number) })))
      },
  })
  expect(run.code).toBe(1)
  expect(result).toMatchObject({
    outcome: 'failed',
    reason: {
      code: 'action-failed',
      message: expect.stringContaining('10 calls in a row failed unexpectedly'),
    },
    published: {},
    usage: { steps: 3 },
  })
  expect(github.pullRequests).toMatchObject([{ draft: true }])
  expect(github.git('diff', '--name-only', 'main', BRANCH)).toBe('hello.txt')
  expect(bodies[2]).toContain('the files of the index could not be listed: fatal: [path]')
  expect(bodies[2]).not.toContain('prentice-git')
  expect(run.log.match(/at findGitlinks /g)).toHaveLength(10)
})

test('an unexpected error while the agent works keeps the changes and the usage', async () => {
  const { run, result, app } = await runAgent({
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0) return change
        if (index === 1) lockIndex(workTree)
        return index === 1 ? call({ name: 'write', input: { path: 'new.txt', text: 'new\n' } }) : finish
      },
  })
  expect(run.code).toBe(1)
  expect(result).toMatchObject({
    outcome: 'failed',
    reason: { code: 'action-failed', message: expect.stringContaining('prentice-index-reused.lock') },
    published: null,
    // The call that wrote the file, and nine of finish.
    usage: { steps: 11 },
  })
  // Nobody has described the change, so that no later run can publish it.
  expect(result).not.toHaveProperty('patchDescription')
  expect(app.patches[0]).toContain('+Hello, moon!')
  expect(app.patches[0]).toContain('+new')
  expect(readFileSync(run.outputs['patch-path'] ?? '', 'utf8')).toBe(app.patches[0])
  expect(run.log).toMatch(/at stageWorkTree /)
})

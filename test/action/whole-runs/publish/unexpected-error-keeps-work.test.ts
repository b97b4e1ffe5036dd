import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish } from '../../../support/whole-run/wire-world.ts'

/** As a git process leaves it that the machine has killed. */
function lockIndex(workTree: string): void {
  const temp = join(workTree, '../temp')
  const [scratch = ''] = readdirSync(temp).filter((name) => name.startsWith('prentice-'))
  writeFileSync(join(temp, scratch, 'prentice-git/prentice-index-reused.lock'), '')
}

test('an unexpected error while the agent works keeps the changes and the usage', async () => {
  const { run, result, app } = await runAgent({
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0)
          return call({ name: 'edit', input: { path: 'hello.txt', old: 'world', new: 'moon' } })
        lockIndex(workTree)
        return index === 1 ? call({ name: 'write', input: { path: 'new.txt', text: 'new\n' } }) : finish
      },
  })
  expect(run.code).toBe(1)
  expect(result).toMatchObject({
    outcome: 'failed',
    reason: { code: 'action-failed', message: expect.stringContaining('prentice-index-reused.lock') },
    published: null,
    usage: { steps: 2 },
  })
  // Nobody has described the change, so that no later run can publish it.
  expect(result).not.toHaveProperty('patchDescription')
  expect(app.patches[0]).toContain('+Hello, moon!')
  expect(app.patches[0]).toContain('+new')
  expect(readFileSync(run.outputs['patch-path'] ?? '', 'utf8')).toBe(app.patches[0])
  expect(run.log).toMatch(/at stageWorkTree /)
})

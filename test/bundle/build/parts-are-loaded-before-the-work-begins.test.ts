import { cpSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { runAgent } from '../../support/whole-run/agent-run.ts'
import { startFile } from '../../support/whole-run/start-bundle.ts'
import type { StartAction } from '../../support/whole-run/started-action.ts'
import { call, finish, mark, read } from '../../support/whole-run/wire-world.ts'

test('a run whose action is replaced while the agent works needs nothing more of it', async () => {
  let copy = ''
  const startCopy: StartAction = (folder, given) => {
    copy = join(folder, 'action', 'dist')
    cpSync(resolve('dist'), copy, { recursive: true })
    return startFile(join(copy, 'index.js'), folder, given)
  }
  const turns = [call(read('legacy.txt')), call(read()), call(mark('?')), finish, finish]
  const { run, github, bodies } = await runAgent({
    files: { 'hello.txt': 'Hello, world!\n', 'legacy.txt': 'x\n' },
    script:
      ({ workTree }) =>
      (_, index) => {
        if (index === 0) {
          const parts = readdirSync(copy)
          expect(parts.length).toBeGreaterThan(20)
          for (const name of parts) rmSync(join(copy, name), { recursive: true })
          // What cannot be read as UTF-8 needs the tables of other encodings.
          writeFileSync(join(workTree, 'legacy.txt'), Buffer.from('Grüße\n'.repeat(20), 'latin1'))
        }
        return turns[index] ?? finish
      },
    startAction: startCopy,
  })
  expect(run.log).not.toContain('ERR_MODULE_NOT_FOUND')
  expect(run.outputs).toMatchObject({ status: 'completed' })
  expect(JSON.stringify(bodies[1])).toContain('Grüße')
  expect(github.git('show', 'prentice/x1:hello.txt')).toBe('Hello, world?!')
})

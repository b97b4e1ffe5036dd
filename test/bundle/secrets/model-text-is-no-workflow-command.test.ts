import { expect, test } from 'vitest'
import { finish } from '../../support/whole-run/calls.ts'
import { commandsIn } from '../../support/whole-run/start-bundle.ts'
import { openWorld } from '../support/bundle-world.ts'

const evil = '::error::owned\n::add-mask::e\r##[error]owned'

test('paths, titles and summaries are printed as text', async () => {
  const { start } = await openWorld({
    calls: [
      { tool: 'read', input: { path: evil }, say: `${evil} says the model` },
      { tool: 'write', input: { path: '::error::owned ##[error]owned.txt', text: 'x\n' } },
      { tool: 'write', input: { path: '##[error]owned.txt', text: 'x\n' } },
      { tool: evil, input: {} },
      finish({ title: '::error::owned ##[error]', body: evil, commit_message: evil, summary: evil }),
    ],
    app: { assignment: { showPrompt: true } },
  })
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(commandsIn(run.log)).toEqual([])
  expect(run.log).toContain('error::owned')
  expect(run.log).toContain('says the model')
  expect(run.log).not.toContain('::add-mask::e\n')
})

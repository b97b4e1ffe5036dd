import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { canIsolate } from '../../support/action/check-scene.ts'
import { finish } from '../../support/whole-run/calls.ts'
import type { Call, GivenWorld } from '../../support/whole-run/scene.ts'
import { openWorld } from '../support/bundle-world.ts'

const isolates = await canIsolate()

const checks = {
  setup: [],
  commands: [{ name: 'Greeting', run: 'grep -q moon greeting.txt', seconds: 30 }],
  rounds: 1,
}
const GENERATE: Call = {
  tool: 'run',
  input: { command: 'sh generate.sh; cat /proc/*/environ | grep -ac KEY', keep: ['greeting.txt'] },
}
const GIVEN: GivenWorld = {
  files: { 'hello.txt': 'Hello, world!\n', 'generate.sh': 'sed s/world/moon/ hello.txt >greeting.txt\n' },
  calls: [GENERATE, { tool: 'check', input: { name: 'Greeting' } }, finish()],
  app: { assignment: { checks, commands: { setup: [] } } },
}

test.runIf(isolates)(
  'a file that the agent generates and keeps passes its check and is published',
  async () => {
    const { start, model, github } = await openWorld(GIVEN)
    const run = await start().ended
    expect(run.code).toBe(0)
    const asked = model.getRequests().map(({ body }) => JSON.stringify(body))
    // No process that the command sees has a key of the run.
    expect(asked[1]).toMatch(/\\n0\\n\\nKept 1 file: .*greeting\.txt \(created\)/)
    expect(asked[2]).toContain('✓ Greeting: passed')
    expect(github.git('show', 'prentice/x1:greeting.txt')).toBe('Hello, moon!')
    expect(github.git('ls-tree', '--name-only', 'prentice/x1')).toBe('generate.sh\ngreeting.txt\nhello.txt')
    expect(String(github.pullRequests[0]?.body)).toContain('✓ Greeting: passed')
  },
)

test('on a machine that cannot isolate commands there are none, and the work is done and its plan shown without', async () => {
  const create: Call = { tool: 'write', input: { path: 'greeting.txt', content: 'Hello, moon!\n' } }
  const items = [{ text: 'Write the greeting', done: true }]
  const calls = [GENERATE, create, { tool: 'plan', input: { items } }, finish()]
  const assignment = { ...GIVEN.app?.assignment, features: ['plan'], showPrompt: true }
  const { start, app, model, github, folder } = await openWorld({ ...GIVEN, calls, app: { assignment } })
  const preload = join(folder, 'other-platform.cjs')
  writeFileSync(preload, "Object.defineProperty(process, 'platform', { value: 'darwin' })\n")
  const run = await start({ env: { NODE_OPTIONS: `--require ${preload}` } }).ended
  expect(run.code).toBe(0)
  expect(run.log).toContain('The agent can run no commands: ')
  expect(run.log).toContain('the runner is not Linux but darwin')
  expect(run.summary).toContain('The agent can run no commands: the runner is not Linux but darwin.')
  const asked = model.getRequests().map(({ body }) => JSON.stringify(body))
  expect(asked[0]).toContain('You cannot run commands.')
  expect(asked[0]).not.toContain('"name":"run"')
  expect(asked[1]).toContain('There is no such tool.')
  expect(github.git('show', 'prentice/x1:greeting.txt')).toBe('Hello, moon!')
  expect(String(github.pullRequests[0]?.body)).toContain(
    'The checks did not run: this runner cannot isolate them',
  )
  expect(app.events.flatMap(({ events }) => events.map(({ event }) => event))).toContainEqual({
    type: 'plan',
    items,
  })
})

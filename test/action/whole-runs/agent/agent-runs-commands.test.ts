import { expect, test } from 'vitest'
import { canIsolate } from '../../../support/action/check-scene.ts'
import { finish } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'
import type { Call } from '../../../support/whole-run/scene.ts'

const isolates = await canIsolate()

const run = (command: string, ...keep: string[]): Call => ({ tool: 'run', input: { command, keep } })
const FILES = { 'hello.txt': 'Hello, world!\n', 'generate.sh': 'sed s/world/moon/ hello.txt >greeting.txt\n' }
const checks = {
  setup: [{ name: 'setup', run: 'echo tool >tool', seconds: 30 }],
  commands: [{ name: 'Greeting', run: 'cat tool; grep -q moon greeting.txt', seconds: 30 }],
  rounds: 2,
}

test.runIf(isolates)('the agent generates a file and keeps it, and sees no key of the run', async () => {
  const world = await openWorld({
    files: FILES,
    calls: [
      { tool: 'check', input: { name: 'Greeting' } },
      run(
        'cat /proc/*/environ | tr "\\0" "\\n" | grep -c KEY; sh generate.sh; echo lost >hello.txt',
        '*.txt',
      ),
      run('echo Hello, world! >hello.txt', 'hello.txt'),
      run('sh generate.sh; cat greeting.txt tool', 'greeting.txt'),
      { tool: 'check', input: { name: 'Greeting' } },
      finish(),
    ],
    app: { assignment: { checks, commands: { setup: checks.setup } } },
  })
  const done = await world.start().ended
  expect(done.code).toBe(0)
  const asked = world.model.getRequests().map(({ body }) => JSON.stringify(body))
  expect(asked[0]).toContain('The checks that `check` can run: Greeting.')
  expect(asked[0]).toContain('"name":"run"')
  expect(asked[1]).toContain('✗ Greeting: exit code')
  // It also named a file that it broke.
  expect(asked[2]).toMatch(
    /\\n0\\n\\nKept 2 files: (?=.*greeting.txt \(created\))(?=.*hello.txt \(changed\))/,
  )
  expect(asked[5]).toContain('✓ Greeting: passed')
  expect(world.github.git('ls-tree', '--name-only', 'prentice/x1').split('\n')).toEqual([
    ...['generate.sh', 'greeting.txt', 'hello.txt'],
  ])
  const events = world.app.events.flatMap((sent) => sent.events.map(({ event }) => JSON.stringify(event)))
  const shown = events.filter((event) => /"tool":"(?:run|check)"/.test(event)).join('\n')
  expect(shown).toMatch(/"target":"Greeting \(exit code 2\)","ok":false/)
  expect(shown).toMatch(
    /"target":"sh generate\.sh; cat greeting\.txt tool \(exit code 0 after [\d.]+ s\)","ok":true/,
  )
  expect(world.github.git('show', 'prentice/x1:greeting.txt')).toBe('Hello, moon!')
  expect(done.log).toContain('✓ run\n')
})

test.runIf(isolates)('without checks, the agent is told what its project probably has', async () => {
  const manifest = { scripts: { test: 'node --test', start: 'node a.js' } }
  const world = await openWorld({
    files: { ...FILES, 'package.json': JSON.stringify(manifest) },
    calls: [finish({})],
    app: { assignment: { commands: { setup: [] } } },
  })
  await world.start().ended
  const [asked] = world.model.getRequests().map(({ body }) => JSON.stringify(body))
  expect(asked).toContain('This project names no checks. Its files suggest these commands')
  expect(asked).toContain('installed: `npm test`.')
})

test.runIf(isolates)('without the permission there is no such tool', async () => {
  const world = await openWorld({ files: FILES, calls: [run('true'), finish({})], app: { assignment: {} } })
  await world.start().ended
  const asked = world.model.getRequests().map(({ body }) => JSON.stringify(body))
  expect(asked[0]).toContain('You cannot run commands.')
  expect(asked[0]).not.toContain('"name":"run"')
  expect(asked[1]).toContain('There is no such tool.')
})

test.runIf(!isolates)(
  'where nothing can be isolated, the agent works without commands, and is told',
  async () => {
    const world = await openWorld({
      files: FILES,
      calls: [run('true'), finish()],
      app: { assignment: { commands: { setup: [] } } },
    })
    const done = await world.start().ended
    expect(done.log).toMatch(/The agent can run no commands: .+\./)
    const asked = world.model.getRequests().map(({ body }) => JSON.stringify(body))
    expect(asked[0]).toContain('You cannot run commands.')
    expect(asked[1]).toContain('There is no such tool.')
  },
)

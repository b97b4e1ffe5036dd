import { execFileSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { expect, test } from 'vitest'
import type { ChecksPlan } from '../../../src/contract/checks.ts'
import { WORKFLOW_TOKEN } from '../../fakes/github/one-repository.ts'
import { canIsolate } from '../../support/action/check-scene.ts'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import type { World } from '../../support/whole-run/scene.ts'
import { openWorld } from '../support/bundle-world.ts'

const isolates = await canIsolate()

const plan = (...commands: string[]): ChecksPlan => ({
  setup: [{ name: 'setup', run: 'echo tool >tool', seconds: 30 }],
  commands: commands.map((run) => ({ name: run.slice(0, 60), run, seconds: 30 })),
  rounds: 2,
})
const fullMoon = { tool: 'edit', input: { path: 'hello.txt', old: 'moon', new: 'full moon' } }
const bodyOf = ({ github }: World): string => String(github.pullRequests[0]?.body)
/** Once the post step has been there. */
async function leftBehind(
  { start, folder }: World,
  state: Readonly<Record<string, string>>,
): Promise<string[]> {
  const env = Object.fromEntries(Object.entries(state).map(([name, value]) => [`STATE_${name}`, value]))
  await start({ env }).ended
  return readdirSync(`${folder}/temp`).filter((name) => name.startsWith('prentice-'))
}

test.runIf(isolates)('the model fixes a failed check in the next round, and the check passes', async () => {
  const world = await openWorld({
    calls: [greetTheMoon, finish(), fullMoon, finish()],
    app: { assignment: { checks: plan('cat tool hello.txt; grep -q full hello.txt') } },
  })
  const run = await world.start().ended
  expect(run.code).toBe(0)
  expect(world.github.pullRequests[0]?.draft).toBe(false)
  expect(world.model.getRequests()).toHaveLength(4)
  expect(JSON.stringify(world.model.getRequests()[0]?.body)).toContain('This project has checks.')
  expect(JSON.stringify(world.model.getRequests()[2]?.body)).toContain('tool\\nHello, moon!')
  expect(world.github.git('show', 'prentice/x1:hello.txt')).toBe('Hello, full moon!')
  expect(world.github.git('ls-tree', '--name-only', 'prentice/x1')).toBe('hello.txt')
  expect(bodyOf(world)).toMatch(/- `✓ cat tool hello\.txt; grep -q full hello\.txt: passed after [\d.]+ s`/)
  expect(bodyOf(world)).toContain(`at ${world.github.git('rev-parse', '--short=12', 'prentice/x1')}`)
  expect(run.summary).toContain('### Checks')
  const notes = world.app.events.flatMap(({ events }) => events.map(({ event }) => JSON.stringify(event)))
  expect(notes.filter((note) => note.includes('✗ cat tool'))).toHaveLength(1)
  expect(await leftBehind(world, run.state)).toEqual([])
})

test.runIf(isolates)(
  'a check that still fails is listed with its output, without the keys of the run',
  async () => {
    const hunt = 'set +e; cat /proc/*/environ; env; cat /proc/*/mem /run/* /home/*/* /tmp/*'
    const world = await openWorld({
      calls: [greetTheMoon, finish(), finish(), finish()],
      app: { assignment: { checks: plan(`{ ${hunt}; } 2>/dev/null; echo; echo the end; exit 3`) } },
    })
    const run = await world.start({ env: { ANTHROPIC_API_KEY: 'sk-ant-key-of-the-run' } }).ended
    expect(run.code).toBe(0)
    expect(world.github.pullRequests[0]?.draft).toBe(true)
    expect(bodyOf(world)).toMatch(
      /^<!-- prentice:state -->\n\n\*\*Draft: checks of the project failed\.\*\* Their results are below\.\n\n/,
    )
    expect(bodyOf(world)).toMatch(/✗ .*: exit code 3 after/)
    expect(bodyOf(world)).toMatch(/\nthe end\n```/)
    const told = [
      bodyOf(world),
      run.log.replace(/^::add-mask::.*$/gm, ''),
      run.summary,
      JSON.stringify(world.model.getRequests().map(({ body }) => body)),
    ]
    for (const text of told) expect(text).not.toMatch(/sk-ant-key-of-the-run|ACTIONS_ID_TOKEN|INPUT_/)
  },
)

test.runIf(isolates)(
  'failed checks make no draft if the settings disable that, and the server gets their results',
  async () => {
    const world = await openWorld({
      calls: [greetTheMoon, finish()],
      app: { assignment: { checks: { ...plan('exit 3', 'true'), rounds: 0, draftOnFailure: false } } },
    })
    expect((await world.start().ended).code).toBe(0)
    expect(world.github.pullRequests[0]?.draft).toBe(false)
    expect(bodyOf(world)).not.toContain('Draft')
    expect(world.app.results).toMatchObject([
      {
        outcome: 'published',
        checks: {
          notRun: null,
          results: [
            { name: 'exit 3', passed: false, detail: 'exit code 3' },
            { name: 'true', passed: true, detail: '' },
          ],
        },
        changedFiles: { total: 1, paths: ['hello.txt'] },
      },
    ])
  },
)

test.runIf(isolates)('a later turn lists its checks in the same pull request', async () => {
  const world = await openWorld({
    calls: [greetTheMoon, finish()],
    app: { assignment: { checks: plan('true') } },
  })
  const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
  const earlier = world.github.git(...identity, 'commit-tree', '-p', 'main', '-m', 'Earlier', 'main^{tree}')
  world.github.git('branch', 'prentice/x1', earlier)
  const body = 'By a person.\n\n<!-- prentice:checks -->\nold\n<!-- /prentice:checks -->\n\nAnd below.'
  await world.github.openPull({ head: 'prentice/x1', base: 'main', title: 'By hand', body })
  await world.start().ended
  expect(bodyOf(world)).toMatch(/^By a person\.\n\n<!-- prentice:checks -->\n\n\*\*Checks\*\* at /)
  expect(bodyOf(world)).toMatch(/- `✓ true: passed after .*<!-- \/prentice:checks -->\n\nAnd below\.$/s)
})

test.runIf(isolates)(
  'without a server the checks come from the default branch, not from the working branch',
  async () => {
    const config = 'checks: [{ name: Ours, run: "exit 5" }]\ncheck-rounds: 0\n'
    const world = await openWorld({
      calls: [greetTheMoon, finish()],
      files: {
        'hello.txt': 'Hello, world!\n',
        '.github/prentice.yml': config,
        '.github/workflows/prentice.yml': 'on: workflow_dispatch\njobs: {}\n',
      },
    })
    const { git } = world.github
    const tree = git('ls-tree', 'main', 'hello.txt')
    const other = execFileSync('git', ['-C', world.github.bare, 'mktree'], {
      input: `${tree}\n`,
      encoding: 'utf8',
    })
    const identity = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']
    git('branch', 'release', git(...identity, 'commit-tree', '-m', 'Without', other.trim()))
    const run = await world.start({
      inputs: {
        ...{ run: '', 'app-url': '', prompt: 'Say hello to the moon.', ref: 'release' },
        ...{ model: 'anthropic/claude-sonnet-4-5', 'github-token': WORKFLOW_TOKEN },
      },
    }).ended
    expect(run.code).toBe(0)
    expect(bodyOf(world)).toContain('- `✗ Ours: exit code 5 after')
  },
)

test.runIf(!isolates)(
  'checks that cannot be isolated do not run, and the pull request reports it',
  async () => {
    const world = await openWorld({
      calls: [greetTheMoon, finish()],
      app: { assignment: { checks: plan('true') } },
    })
    const run = await world.start().ended
    expect(run.code).toBe(0)
    expect(bodyOf(world)).toContain('- `The checks did not run: this runner cannot isolate them (')
  },
)

import { expect, test } from 'vitest'
import type { ChecksPlan } from '../../../../src/contract/checks.ts'
import type { FakeGitHub } from '../../../fakes/github/fake-github.ts'
import { canIsolate } from '../../../support/action/check-scene.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'
import type { Call } from '../../../support/whole-run/scene.ts'

const isolates = await canIsolate()

const RUN_ALL = 'for t in tests/*.sh; do sh -e "$t"; done'
const CHECKS: ChecksPlan = {
  ...{ setup: [], rounds: 1, evidence: {} },
  commands: [{ name: 'Tests', run: RUN_ALL, seconds: 60 }],
}
/** A minute, as in other runs, is too short to try it. */
const LIMITS = { steps: 10, seconds: 1800, costUsd: 1 }
const FILES = {
  'hello.txt': 'Hello, world!\n',
  'moon.txt': 'Hello, moon!\n',
  'tests/hello.sh': 'grep -q Hello hello.txt\n',
}
const write = (content: string): Call => ({ tool: 'write', input: { path: 'tests/moon.sh', content } })

async function run(calls: Call[], checks: ChecksPlan = CHECKS, given = (_: FakeGitHub) => {}) {
  const assignment = { checks, limits: LIMITS }
  const world = await openWorld({ calls, files: FILES, app: { assignment } })
  given(world.github)
  const { code, summary } = await world.start().ended
  expect(code).toBe(0)
  const [result] = world.app.results
  return {
    summary,
    checks: result !== undefined && 'checks' in result ? result.checks : undefined,
    body: String(world.github.pullRequests[0]?.body),
    asked: world.model.getRequests().map(({ body }) => JSON.stringify(body)),
  }
}

test.runIf(isolates)(
  'the pull request, the summary and the server get what the checks did without the change',
  async () => {
    const { body, summary, checks, asked } = await run([
      greetTheMoon,
      write('grep -q moon hello.txt\n'),
      finish(),
    ])
    const line =
      'Tests of the change: without it, with only its test file, this fails: Tests (reported by the runner)'
    expect(body).toContain(`- \`${line}\`\n`)
    expect(summary).toContain(line)
    expect(checks).toMatchObject({
      tests: { result: 'fails-without-change', files: 1, checks: ['Tests'], why: null },
    })
    // The failure without the change is no check of the change.
    expect(checks).toMatchObject({ results: [{ passed: true }] })
    expect(asked).toHaveLength(3)
  },
)

test.runIf(isolates)('a model whose tests pass without its change improves them', async () => {
  const { body, asked } = await run([
    greetTheMoon,
    write('grep -q Hello hello.txt\n'),
    finish(),
    write('grep -q moon hello.txt\n'),
    finish(),
  ])
  expect(asked).toHaveLength(5)
  expect(asked[3]).toContain('also pass with only the test files of your change')
  expect(body).toContain('this fails: Tests (reported by the runner)')
})

const IDENTITY = ['-c', 'user.name=t', '-c', 'user.email=t@example.com']

/** A commit on `main` that greets the moon. */
function commitMoon({ git }: FakeGitHub, message: string): string {
  git('read-tree', 'main')
  git('update-index', '--add', '--cacheinfo', `100644,${git('rev-parse', 'main:moon.txt')},hello.txt`)
  return git(...IDENTITY, 'commit-tree', '-p', 'main', '-m', message, git('write-tree'))
}

test.runIf(isolates)(
  'in a follow-up, tests are tried without the change of all turns, on the commit where the branch began',
  async () => {
    const { body, checks } = await run([write('grep -q moon hello.txt\n'), finish()], CHECKS, (github) => {
      github.git('branch', 'prentice/x1', commitMoon(github, 'Earlier turn'))
      // On the newer base, the new test would pass.
      github.git('update-ref', 'refs/heads/main', commitMoon(github, 'Of somebody else'))
    })
    expect(body).toContain('with only its test file, this fails: Tests (reported by the runner)')
    expect(checks).toMatchObject({ tests: { result: 'fails-without-change', files: 1 } })
  },
)

test.runIf(isolates)('the settings switch it off', async () => {
  const { evidence: _, ...without } = CHECKS
  const { body, checks } = await run([greetTheMoon, write('true\n'), finish()], without)
  expect(body).toContain('✓ Tests: passed')
  expect(body).not.toContain('Tests of the change')
  expect(checks).not.toHaveProperty('tests')
})

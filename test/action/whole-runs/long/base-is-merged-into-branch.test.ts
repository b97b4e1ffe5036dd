import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import type { FakeGitHub } from '../../../fakes/github/fake-github.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'
import type { Call } from '../../../support/whole-run/scene.ts'

const BRANCH = 'prentice/x1'
const UPDATE = {
  number: 2,
  prompts: [{ number: 2, text: 'Update the branch with its base.' }],
  update: { alone: true },
  commentCommand: '/prentice',
}

function commitTo({ bare }: FakeGitHub, branch: string, files: Readonly<Record<string, string>>): void {
  const from = branch === BRANCH ? 'main' : branch
  const input = [
    `commit refs/heads/${branch}\ncommitter A <a@b> 1700000000 +0000\ndata 9\nA commit\nfrom refs/heads/${from}^0\n`,
    ...Object.entries(files).map(
      ([path, text]) => `M 100644 inline ${path}\ndata ${Buffer.byteLength(text)}\n${text}\n`,
    ),
  ].join('')
  execFileSync('git', ['--git-dir', bare, 'fast-import', '--quiet', '--force'], { input })
}

/** A pull request whose base has changed since. */
async function givenPull(given: {
  readonly branch: Readonly<Record<string, string>>
  readonly base: Readonly<Record<string, string>>
  readonly calls?: readonly Call[]
  readonly assignment?: object
}) {
  const assignment = { ...UPDATE, ...given.assignment }
  const world = await openWorld({ calls: given.calls ?? [], app: { assignment } })
  commitTo(world.github, BRANCH, given.branch)
  commitTo(world.github, 'main', given.base)
  world.github.pullRequests.push({ head: BRANCH, base: 'main' })
  const heads = [world.github.git('rev-parse', BRANCH), world.github.git('rev-parse', 'main')]
  return { ...world, parents: heads.join(' ') }
}

const RESOLVE: Call = { tool: 'write', input: { path: 'hello.txt', content: 'Hello, moon and mars!\n' } }
const READ: Call = { tool: 'read', input: { path: 'hello.txt' } }
const CONFLICT = { branch: { 'hello.txt': 'Hello, moon!\n' }, base: { 'hello.txt': 'Hello, mars!\n' } }

test('the agent resolves the conflicts, and the merge has both parents', async () => {
  const calls = [READ, RESOLVE, finish({ commit_message: 'Greet both' })]
  const { start, app, github, model, parents } = await givenPull({ ...CONFLICT, calls })
  const run = await start().ended
  expect(run.log).toContain('conflicts: hello.txt')
  expect(app.results).toMatchObject([{ outcome: 'published', published: { pullRequest: 7 } }])
  expect(github.git('log', '-1', '--format=%P%n%B', BRANCH)).toBe(
    `${parents}\nMerge branch 'main' into ${BRANCH}\n\nGreet both`,
  )
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Hello, moon and mars!')
  const asked = JSON.stringify(model.getRequests()[0]?.body)
  expect(asked).toContain('<<<<<<< update/branch')
  expect(asked).toContain('Hello, world!')
})

test('without conflicts the model is not called', async () => {
  const { start, app, github, model, parents } = await givenPull({
    branch: { 'hello.txt': 'Hello, moon!\n' },
    base: { 'other.txt': 'other\n' },
  })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'published', summary: expect.stringContaining('Merged') }])
  expect(github.git('log', '-1', '--format=%P', BRANCH)).toBe(parents)
  expect(github.git('ls-tree', '--name-only', BRANCH)).toBe('hello.txt\nother.txt')
  expect(model.getRequests()).toEqual([])
})

test('markers are sent back, and are never published', async () => {
  const calls = Array.from({ length: 6 }, () => finish())
  const { start, app, github, parents } = await givenPull({ ...CONFLICT, calls })
  await start().ended
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'change-unsafe' }, published: null },
  ])
  expect(JSON.stringify(app.results)).toContain('a conflict marker in hello.txt, line 1')
  expect(github.git('rev-parse', BRANCH)).toBe(parents.split(' ')[0])
})

test('other prompts of the turn are worked on in the merged files', async () => {
  const { start, app, github, parents } = await givenPull({
    branch: { 'mine.txt': 'mine\n' },
    base: { 'other.txt': 'other\n' },
    calls: [greetTheMoon, finish()],
    assignment: { update: { alone: false } },
  })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'published' }])
  expect(github.git('log', '-1', '--format=%P', BRANCH)).toBe(parents)
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Hello, moon!')
  expect(github.git('show', `${BRANCH}:other.txt`)).toBe('other')
})

test('a run that reaches a limit does not publish a partly resolved conflict', async () => {
  const { start, app, github, parents } = await givenPull({
    ...CONFLICT,
    calls: [READ, RESOLVE, READ, READ],
    assignment: { limits: { steps: 2, seconds: 600, costUsd: 5 } },
  })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'step-limit' }, published: null }])
  expect(github.git('rev-parse', BRANCH)).toBe(parents.split(' ')[0])
})

test('a branch that already contains the base does not change', async () => {
  const { start, app, github } = await openWorld({ app: { assignment: UPDATE } })
  commitTo(github, BRANCH, { 'mine.txt': 'mine\n' })
  github.pullRequests.push({ head: BRANCH, base: 'main' })
  const before = github.git('rev-parse', BRANCH)
  await start().ended
  expect(app.results).toMatchObject([
    { outcome: 'no-change', headSha: before, summary: 'The branch is already up to date with `main`.' },
  ])
})

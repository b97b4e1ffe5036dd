import { expect, test } from 'vitest'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

const PATCH = `diff --git a/hello.txt b/hello.txt
index af5626b4a114abcb82d63db7c8082c3c4756e51b..28d4c45fd27ac8d3ffcd9e9d7e9a9e9f4d0e6d2f 100644
--- a/hello.txt
+++ b/hello.txt
@@ -1 +1 @@
-Hello, world!
+Hello, moon!
diff --git a/new.txt b/new.txt
new file mode 100644
index 0000000000000000000000000000000000000000..3e757656cf36eca53338e520d134963a44f793f8
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+new
`
const SAVED = {
  patch: Buffer.from(PATCH).toString('base64'),
  title: 'Greet the moon',
  body: 'The greeting now names the moon.',
  commitMessage: 'Greet the moon, kept',
  summary: 'Changed the greeting.',
  files: [{ path: 'hello.txt', why: 'Names the moon' }],
  endedBy: null,
}
const BRANCH = 'refs/heads/prentice/x1'

test('the patch is published with its saved title and message, without a model key or a call of a model', async () => {
  const { start, app, github, model } = await openWorld({ app: { assignment: { savedPatch: SAVED } } })
  const run = await start({ env: { ANTHROPIC_API_KEY: '' } }).ended
  expect(run.code).toBe(0)
  expect(model.getRequests()).toHaveLength(0)
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Hello, moon!')
  expect(github.git('show', `${BRANCH}:new.txt`)).toBe('new')
  expect(github.git('log', '-1', '--format=%s', BRANCH)).toBe('Greet the moon, kept')
  expect(github.pullRequests).toMatchObject([{ title: 'Greet the moon', draft: false }])
  expect(github.pullRequests[0]?.body).toContain('- `hello.txt`: Names the moon\n- and 1 more file\n')
  expect(app.calls).toEqual(['claim', 'push-token', 'result'])
  expect(app.results).toMatchObject([
    { outcome: 'published', summary: 'Changed the greeting.', usage: { steps: 0, costUsd: 0 } },
  ])
  const notes = app.events.flatMap(({ events }) => events.map(({ event }) => event))
  expect(notes).toContainEqual({ type: 'note', text: expect.stringContaining('the model is not called') })
  expect(notes).not.toContainEqual({ type: 'stage', stage: 'agent' })
})

test('the saved patch of a run that a limit ended becomes a draft, with the same reason', async () => {
  const endedBy = { code: 'step-limit', message: 'The run reached its limit.' } as const
  const { start, app, github } = await openWorld({
    app: { assignment: { savedPatch: { ...SAVED, endedBy } } },
  })
  await start().ended
  expect(github.pullRequests).toMatchObject([{ draft: true }])
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: endedBy, published: { pullRequest: 7 } }])
})

test.each(['CON.md', 'Hello.txt'])(
  'a saved patch with a name that is not portable is refused: %s',
  async (name) => {
    const patch = Buffer.from(PATCH.replaceAll('new.txt', name)).toString('base64')
    const { start, app, github } = await openWorld({
      app: { assignment: { savedPatch: { ...SAVED, patch } } },
    })
    await start().ended
    expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'change-unsafe' } }])
    expect(github.pullRequests).toEqual([])
  },
)

test('the agent repeats the work if the patch no longer applies', async () => {
  const { start, app, github, model } = await openWorld({
    files: { 'hello.txt': 'Good morning,\nworld\n' },
    calls: [greetTheMoon, finish()],
    app: { assignment: { savedPatch: SAVED } },
  })
  expect((await start().ended).code).toBe(0)
  const [first] = model.getRequests()
  expect(JSON.stringify(first?.body)).toContain('+Hello, moon!\\n')
  expect(github.git('show', `${BRANCH}:hello.txt`)).toBe('Good morning,\nmoon')
  expect(() => github.git('show', `${BRANCH}:new.txt`)).toThrow()
  expect(app.results).toMatchObject([{ outcome: 'published', usage: { steps: 2 } }])
})

test('only the pull request is opened if the branch already contains the work', async () => {
  const given = { app: { assignment: { savedPatch: SAVED } } }
  const { start, app, github } = await openWorld(given)
  await start().ended
  const head = github.git('rev-parse', BRANCH)
  github.pullRequests.length = 0
  const run = await start().ended
  expect(run.code).toBe(0)
  expect(github.git('rev-parse', BRANCH)).toBe(head)
  expect(github.pullRequests).toMatchObject([{ title: 'Greet the moon', head: 'prentice/x1' }])
  expect(app.results[1]).toMatchObject({ outcome: 'published', published: { headSha: head, pullRequest: 7 } })
})

test('nothing is published if the base already contains the work', async () => {
  const files = { 'hello.txt': 'Hello, moon!\n', 'new.txt': 'new\n' }
  const { start, app, github } = await openWorld({ files, app: { assignment: { savedPatch: SAVED } } })
  const run = await start().ended
  expect([run.code, run.outputs.reason]).toEqual([0, 'no-change'])
  expect(app.results).toMatchObject([
    { outcome: 'no-change', headSha: null, obstacle: 'the base already holds the saved patch.' },
  ])
  expect(github.pullRequests).toEqual([])
})

test('a saved patch that breaks a rule is refused and saved again', async () => {
  const rules = {
    allowedPaths: ['/docs/'],
    unprotectedPaths: [],
    protectedPaths: [],
    maxFiles: 9,
    maxBytes: 999,
  }
  const { start, app } = await openWorld({ app: { assignment: { savedPatch: SAVED, rules } } })
  const run = await start().ended
  expect(run.code).toBe(1)
  expect(app.calls).toEqual(['claim', 'patch', 'result'])
  const { patch: _, summary, ...words } = SAVED
  expect(app.results).toMatchObject([
    { outcome: 'failed', reason: { code: 'path-protected' }, summary, patchDescription: words },
  ])
  expect(app.patches[0]).toContain('+Hello, moon!')
})

import { expect, test } from 'vitest'
import type { AppBehaviour } from '../../../fakes/app/fake-app.ts'
import { finish, greetTheMoon } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'
import type { GivenWorld } from '../../../support/whole-run/scene.ts'

const PATCH = `diff --git a/new.txt b/new.txt
new file mode 100644
--- /dev/null
+++ b/new.txt
@@ -0,0 +1 @@
+new
`
const SAVED = {
  patch: Buffer.from(PATCH).toString('base64'),
  ...{ title: 'Add new.txt', body: '', commitMessage: 'Add new.txt', summary: 'Added new.txt.' },
  endedBy: null,
}
const CONTEXT = {
  token: 'ghs_token-of-the-context-repositories',
  repositories: [{ owner: 'o', name: 'api', branch: 'main' }],
}
const REVOCATION = /^DELETE \S*\/installation\/token$/

const open = (assignment: AppBehaviour['assignment'], more: GivenWorld = {}) =>
  openWorld({ ...more, app: { assignment: { context: CONTEXT, ...assignment } } })

const WAYS_OUT = [
  { way: 'the agent works', calls: [greetTheMoon, finish()], outcome: 'published' },
  { way: 'a saved patch applies', assignment: { savedPatch: SAVED }, outcome: 'published' },
  { way: 'a merge needs no agent', assignment: { update: { alone: true } }, outcome: 'no-change' },
  { way: 'the model has no key', env: { ANTHROPIC_API_KEY: '' }, outcome: 'failed' },
  { way: 'the working directory is missing', assignment: { workingDirectory: 'none' }, outcome: 'failed' },
]

test.each(WAYS_OUT)('once, if $way', async ({ assignment, calls = [], env = {}, outcome }) => {
  const { start, app, github } = await open(assignment, { calls })
  await start({ env }).ended
  expect(app.results).toMatchObject([{ outcome }])
  const requests = github.requests.filter((one) => REVOCATION.test(one) || one.startsWith('POST '))
  expect(requests[0]).toMatch(REVOCATION)
  expect(requests.filter((one) => REVOCATION.test(one))).toHaveLength(1)
})

test('if GitHub does not, a saved patch is saved again and nothing is published', async () => {
  const { start, app, github } = await open({ savedPatch: SAVED })
  github.state.orderedFaults.push({ match: REVOCATION, mode: { status: 403, message: 'No.' }, times: 1 })
  await start().ended
  expect(app.results).toMatchObject([{ outcome: 'failed', reason: { code: 'fetch-failed' } }])
  expect(app.calls).toEqual(['claim', 'patch', 'result'])
  expect(github.git('for-each-ref', '--format=%(refname)')).toBe('refs/heads/main')
})

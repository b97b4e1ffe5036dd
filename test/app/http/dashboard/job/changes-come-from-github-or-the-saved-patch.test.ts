import { expect, test } from 'vitest'
import { applied } from '../../../../../src/app/domain/run-state-machine.ts'
import { GithubUnavailable } from '../../../../../src/app/github/errors.ts'
import type { ChangedFile } from '../../../../../src/app/github/repository.ts'
import { updateJob } from '../../../../../src/app/job-store/update-job.ts'
import { dispatchingGithub } from '../../../../support/app/use-cases.ts'
import { jobScene } from './job-scene.ts'

const file = (path: string, lines: number): ChangedFile => ({
  path,
  previousPath: null,
  status: 'added',
  patch: `@@ -0,0 +1,${lines} @@\n${'+<b>line</b>\n'.repeat(lines)}`,
})

async function scene(compareBranches: () => Promise<ChangedFile[] | null>) {
  const { app, deps, key, path, ...rest } = await jobScene('x', {
    github: dispatchingGithub([], { compareBranches }),
  })
  await updateJob(deps, key, (job) => ({
    transition: applied({ ...job, branchExists: true, base: 'main' }),
    outcome: null,
  }))
  return { ...rest, path, rita: await app.signIn('rita') }
}

test('the changes of the branch, with large files folded and shown alone on request', async () => {
  const { path, rita } = await scene(async () => [file('small.ts', 2), file('large.ts', 900)])
  const { text } = await rita.get(`${path}/diff`)
  expect(text).toContain('compared with main')
  expect(text.match(/&lt;b&gt;line/g)).toHaveLength(2)
  expect(text).toContain('Show this file')
  const part = await rita.get(`${path}/diff?file=2`, { 'hx-request-type': 'partial' })
  expect(part.text).toMatch(/^<details class="diff-file" id="file-2"/)
  expect(part.text.match(/&lt;b&gt;line/g)).toHaveLength(900)
  expect((await rita.get(`${path}/diff?file=2`)).text).toContain('<html')
  expect((await rita.get(`${path}/diff?file=3`)).status).toBe(404)
  expect((await rita.get(`${path}/patch`)).text).toContain('+++ b/small.ts')
})

test('the saved patch of a run that published nothing', async () => {
  const { path, rita, runner } = await scene(async () => null)
  await (await runner()).keepPatch('diff --git a/é.ts b/é.ts\n--- a/é.ts\n+++ b/é.ts\n@@ -1 +1 @@\n-a\n+b\n')
  const { text } = await rita.get(`${path}/diff`)
  expect(text).toContain('The saved patch of the run')
  expect(text).toContain('<code>é.ts</code>')
})

test('without changes, and while GitHub does not respond, the page says so', async () => {
  const none = await scene(async () => null)
  expect((await none.rita.get(`${none.path}/diff`)).text).toContain('There are no changes to show')
  const down = await scene(async () => {
    throw new GithubUnavailable('down', 0)
  })
  expect((await down.rita.get(`${down.path}/diff`)).text).toContain('GitHub does not respond right now')
})

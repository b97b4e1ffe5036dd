import { afterEach, beforeEach, expect, test } from 'vitest'
import { writeComment } from '../../support/world/feedback.ts'
import { createJob, lastRunOf, pollUntilFinal, readJob, until } from '../../support/world/jobs.ts'
import { cloneOf, readPull, untilWorkflowRunEnds } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeEach(async () => {
  world = await startTestWorld({ 'first.md': 'A dog.\n', 'second.md': 'A dog.\n' })
})
afterEach(() => world?.close())

const NEWER = 'name: Newer\non: workflow_dispatch\njobs: {}\n'

/** Somebody changes the file and adds a workflow on `main`, and a maintainer asks for the update. */
async function updateAfter(prompt: string, path: string, workflow: string) {
  const { job } = await pollUntilFinal(world, (await createJob(world, prompt)).id)
  const pull = await readPull(world, job.prLink)
  const onMain = { owner: 'sandbox-org', name: 'pets', branch: 'main', message: 'By somebody else' }
  await world.github.commitFile({ ...onMain, path: workflow, text: NEWER })
  const base = await world.github.commitFile({ ...onMain, path, text: 'A mouse.\n' })
  await writeComment(world, 'ana', pull.number, '/prentice update')
  const ended = () =>
    until(`the update of ${job.id}`, async () => {
      const run = await lastRunOf(world, job.id)
      return run.number === 2 && run.endedAt !== null ? run : null
    })
  return { job, pull, parents: `${pull.head.sha} ${base}`, ended }
}

test('without the permission, the run says which one is missing, and the agent does not start', async () => {
  const workflow = '.github/workflows/first.yml'
  const { ended } = await updateAfter('Replace "dog" with "cat" in first.md', 'first.md', workflow)
  const run = await ended()
  expect(run).toMatchObject({ state: 'failed', reason: { code: 'update-refused' }, usage: null })
  expect(run.reason?.message).toContain('only if the GitHub App has the permission `workflows`')
})

test('the agent resolves the conflict, and a server that is killed meanwhile commits one merge with the workflow files', async () => {
  const requested = Object.fromEntries(
    ['actions', 'checks', 'contents', 'issues', 'pull_requests', 'workflows'].map(
      (name) => [name, 'write'] as const,
    ),
  )
  world.github.changePermissions(world.appId, { ...requested, members: 'read' })
  world.github.changeInstallation(world.installationId, { kind: 'unsuspend' })
  await world.github.settled()

  const workflow = '.github/workflows/second.yml'
  const moving = world.github.holdRequest(
    ({ method, path }) => method === 'PATCH' && path.includes('/git/refs/heads'),
  )
  const given = await updateAfter('Replace "dog" with "cat" in second.md', 'second.md', workflow)
  await moving.arrived
  await world.stopApp('SIGKILL')
  moving.release()
  await world.startApp()
  const run = await given.ended()
  expect(run).toMatchObject({ state: 'succeeded', reason: null })
  await untilWorkflowRunEnds(world, run)

  const { job, pull, parents } = given
  const { git } = await cloneOf(world, pull.head.ref)
  expect(await git('log', '-1', '--format=%P')).toBe(parents)
  expect(await git('log', '-1', '--format=%an')).toBe('prentice-sandbox[bot]')
  expect(await git('show', 'HEAD:second.md')).toBe('A cat.\nA mouse.')
  expect(await git('show', `HEAD:${workflow}`)).toBe(NEWER.trim())
  expect(await git('log', '-1', '--format=%B')).toContain(`Merge branch 'main' into ${pull.head.ref}`)
  expect((await readJob(world, job.id)).prLink).toBe(pull.html_url)
})

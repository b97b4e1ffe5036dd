import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  call,
  createJob,
  pollUntilFinal,
  runsOf,
  sendMessage,
  watchUntilFinal,
} from '../../support/world/jobs.ts'
import { pullsOf, readPull, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const configure = (text: string): Promise<string> =>
  world.github.commitFile({
    owner: 'sandbox-org',
    name: 'pets',
    branch: 'main',
    path: '.github/prentice.yml',
    text,
    message: 'Configure Prentice',
  })

const filesOf = async (pull: number): Promise<string[]> =>
  (await rest<{ filename: string }[]>(world, `/pulls/${pull}/files`)).map(({ filename }) => filename)

test('a protected path is refused, and the job names it and has no pull request', async () => {
  const { id } = await createJob(world, 'Create .github/workflows/evil.yml with "on: push"')
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason, job.prLink]).toEqual(['completed', null, null])
  const [run] = await runsOf(world, id)
  expect(run?.reason?.code).toBe('no-change')
  expect(run?.reason?.message).toContain(
    'without changing a file: it may not change .github/workflows/evil.yml (a workflow file, which a person has to change).',
  )
  expect(run?.reason?.message).not.toContain('say so when you finish')
})

test('a path outside `paths.allow` fails the run, and the reason names the key and the path', async () => {
  await configure('paths:\n  allow: ["docs/"]\n')
  const { id } = await createJob(world, 'Create notes.txt with "1"')
  const { job } = await pollUntilFinal(world, id)
  expect([job.status, job.prLink]).toEqual(['completed', null])
  const [run] = await runsOf(world, id)
  expect(run?.reason?.message).toContain(
    'notes.txt (not among the paths that `paths.allow` or `working-directory` in the project settings names)',
  )
  await configure('')
})

test('a workflow file that the project unprotects is refused all the same, because the App lacks the permission', async () => {
  await configure('paths:\n  unprotect: [".github/"]\n')
  const { id } = await createJob(world, 'Create .github/workflows/evil.yml with "on: push"')
  const { reason } = await pollUntilFinal(world, id)
  expect(reason).toBe('push-refused')
  expect((await runsOf(world, id))[0]?.reason?.message).toContain(
    'the GitHub App deliberately has no `workflows` permission, so a person has to change workflow files',
  )
  await configure('')
})

test('the protected part of a change is left out', async () => {
  const { id } = await createJob(world, 'Create .github/CODEOWNERS with "* me"\nCreate fine.md with "1"')
  const { job } = await pollUntilFinal(world, id)
  const { number } = await readPull(world, job.prLink)
  expect(await filesOf(number)).toEqual(['fine.md'])
  expect((await runsOf(world, id))[0]?.summary).toContain('.github/CODEOWNERS is protected')
})

test('a change that is too large is not pushed, and the patch is saved', async () => {
  await configure('max-files: 1\n')
  const before = await rest<unknown[]>(world, '/branches')
  const { id } = await createJob(world, 'Create one.md with "1"\nCreate two.md with "2"')
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['failed', 'change-too-large'])
  expect((await runsOf(world, id))[0]?.reason?.message).toMatch(
    /it has 2 files, and `max-files` is 1\..* saved as a patch: `GET …\/runs\/1\/patch`\. `POST …\/retry` publishes it/,
  )
  expect(job).toMatchObject({ prLink: null, source: { ref: null } })
  expect(await rest<unknown[]>(world, '/branches')).toEqual(before)
  const patch = await (await call(world, `/job/${id}/runs/1/patch`)).text()
  expect(patch).toContain('+++ b/one.md')
  expect(patch).toContain('+++ b/two.md')
})

test('a run that its step limit ends leaves a draft, and a message continues it', async () => {
  await configure('limits:\n  steps: 2\n')
  const { id } = await createJob(world, 'Create a.md with "1"\nCreate b.md with "2"\nCreate c.md with "3"')
  const { job, reason, seen } = await watchUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['failed', 'step-limit'])
  expect(seen.map(({ status }) => status)).toEqual(['active', 'failed'])
  const pull = await readPull(world, job.prLink)
  expect(pull).toMatchObject({ draft: true, state: 'open', head: { ref: job.source.ref } })
  expect(await filesOf(pull.number)).toEqual(['a.md', 'b.md'])

  await sendMessage(world, id, 'Create c.md with "3"')
  expect((await pollUntilFinal(world, id)).job).toEqual({ ...job, status: 'completed' })
})

test('an unknown key in the settings fails the run and is named; after the fix a message continues the job', async () => {
  await configure('limits:\n  stepz: 2\n')
  const opened = (await pullsOf(world)).length
  const { id } = await createJob(world, 'Create d.md with "1"')
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['failed', 'config-invalid'])
  expect((await runsOf(world, id))[0]?.reason?.message).toContain(
    '.github/prentice.yml: line 2, column 3: limits.stepz is not a setting: use one of steps, minutes, ',
  )
  expect(await pullsOf(world)).toHaveLength(opened)

  await configure('draft: true\n')
  await sendMessage(world, id, 'Create d.md with "1"')
  const fixed = await pollUntilFinal(world, id)
  expect(fixed.job.status).toBe('completed')
  expect((await readPull(world, fixed.job.prLink)).draft).toBe(true)
})

test('a base that does not exist is named', async () => {
  const { id } = await createJob(world, 'Create e.md with "1"', { ref: 'no/such' })
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['failed', 'ref-not-found'])
  expect((await runsOf(world, id))[0]?.reason?.message).toContain('no/such, the `ref` of the job.')

  await configure('base: nosuch\n')
  const other = await createJob(world, 'Create e.md with "1"')
  expect((await pollUntilFinal(world, other.id)).reason).toBe('ref-not-found')
  expect((await runsOf(world, other.id))[0]?.reason?.message).toContain(
    'nosuch, the `base` in .github/prentice.yml.',
  )
})

test('an invalid model fails the run before a runner starts, and the reason names the key', async () => {
  await configure('model: gpt\n')
  const { id } = await createJob(world, 'Create f.md with "1"')
  expect((await pollUntilFinal(world, id)).reason).toBe('config-invalid')
  expect((await runsOf(world, id))[0]?.reason?.message).toContain(
    'line 1, column 8: model must be provider/model, with one of the providers',
  )
  expect(world.told.join('\n')).not.toContain('GitHub refused')
})

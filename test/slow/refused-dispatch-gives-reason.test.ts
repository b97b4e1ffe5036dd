import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, lastRunOf, pollUntilFinal, sendMessage, WHILE_IN_DOUBT } from '../support/world/jobs.ts'
import { cloneOf, pullsOf, rest } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const FILE = '.github/workflows/prentice.yml'

let world: TestWorld
let clone: Awaited<ReturnType<typeof cloneOf>>
let workflow: string
beforeAll(async () => {
  world = await startTestWorld()
  clone = await cloneOf(world, 'main')
  workflow = await readFile(join(clone.root, FILE), 'utf8')
})
afterAll(() => world?.close())

/** Puts the workflow file on the default branch, or takes it off. */
async function pushWorkflow(text: string | null): Promise<void> {
  const path = join(clone.root, FILE)
  await (text === null ? rm(path) : writeFile(path, text))
  await clone.git('commit', '-q', '--allow-empty', '-a', '-m', 'Change the workflow')
  await clone.git('push', '-q', 'origin', 'main')
}

async function failedJob(): Promise<{ id: string; code: string | undefined; message: string | undefined }> {
  const { id } = await createJob(world, 'Create notes.md with "Hello"')
  const { job, reason } = await pollUntilFinal(world, id, WHILE_IN_DOUBT)
  expect(job).toMatchObject({ status: 'failed', prLink: null, source: { ref: null } })
  const run = await lastRunOf(world, id)
  expect(run).toMatchObject({ state: 'failed', workflowRunUrl: null, startedAt: null })
  expect(reason).toBe(run.reason?.code)
  return { id, code: run.reason?.code, message: run.reason?.message }
}

test('without its trigger', async () => {
  await pushWorkflow(workflow.replace('workflow_dispatch:', 'workflow_call:'))
  const { code, message } = await failedJob()
  expect(code).toBe('workflow-invalid')
  expect(message).toContain("Workflow does not have 'workflow_dispatch' trigger")
})

test('with other inputs', async () => {
  await pushWorkflow(workflow.replace(/^ {6}run:$/m, '      job:'))
  const { code, message } = await failedJob()
  expect(code).toBe('workflow-invalid')
  expect(message).toContain('Unexpected inputs provided: ["run"]')
})

test('a workflow file that is not YAML gives a reason', async () => {
  await pushWorkflow(`${workflow}\n  - [`)
  const { code } = await failedJob()
  expect(code).toBe('dispatch-refused')
})

test('missing', async () => {
  await pushWorkflow(null)
  const { code, message } = await failedJob()
  expect(code).toBe('workflow-missing')
  expect(message).toContain(FILE)
  await writeFile(join(clone.root, FILE), workflow)
  await clone.git('add', FILE)
  await pushWorkflow(workflow)
})

test('disabled, and enabled again a message takes the work up', async () => {
  await rest(world, '/actions/workflows/prentice.yml/disable', { method: 'PUT' })
  const { id, code, message } = await failedJob()
  expect(code).toBe('workflow-disabled')
  expect(message).toContain(FILE)
  await rest(world, '/actions/workflows/prentice.yml/enable', { method: 'PUT' })
  expect((await sendMessage(world, id, 'Try again.')).status).toBe('active')
  const { job } = await pollUntilFinal(world, id)
  expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })
  const { git } = await cloneOf(world, job.source.ref ?? '')
  expect(await git('show', 'HEAD:notes.md')).toBe('Hello')
})

test('a config that is none', async () => {
  const [owner = '', name = ''] = world.repository.split('/')
  const file = { owner, name, branch: 'main', path: '.github/prentice.yml' }
  await world.github.commitFile({ ...file, text: 'show-promt: true\n', message: 'Mistype' })
  const { code, message } = await failedJob()
  expect(code).toBe('config-invalid')
  expect(message).toContain('show-promt')
  await world.github.commitFile({ ...file, text: 'draft: false\n', message: 'Fix' })
})

test('a base that does not exist', async () => {
  const { id } = await createJob(world, 'Create notes.md with "Hello"', { ref: 'nowhere' })
  const { reason } = await pollUntilFinal(world, id)
  expect(reason).toBe('ref-not-found')
  expect((await lastRunOf(world, id)).reason?.message).toContain('nowhere')
})

test('an app that may not start workflows', async () => {
  world.github.changePermissions(world.appId, { actions: 'read', contents: 'write', pull_requests: 'write' })
  // Tokens live for an hour and keep what they were given; a new process asks for a new one.
  await world.stopApp()
  await world.startApp()
  const { code } = await failedJob()
  expect(code).toBe('permission-missing')
  expect(await pullsOf(world)).toHaveLength(1)
})

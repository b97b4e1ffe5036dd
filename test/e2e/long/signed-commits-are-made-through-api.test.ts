import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, pollUntilFinal } from '../../support/world/jobs.ts'
import { readPull, rest } from '../../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
})
afterAll(() => world?.close())

const PETS = { owner: 'sandbox-org', name: 'pets' }

interface CommitView {
  readonly sha: string
  readonly commit: { readonly verification: { readonly verified: boolean } }
}

async function headOfJob(prompt: string): Promise<CommitView> {
  const { id } = await createJob(world, prompt)
  const { job, reason } = await pollUntilFinal(world, id)
  expect([job.status, reason]).toEqual(['completed', null])
  const { head } = await readPull(world, job.prLink)
  return rest<CommitView>(world, `/commits/${head.sha}`)
}

test('a ruleset that requires signatures: the refused push is made again as a signed commit', async () => {
  world.github.changeSettings({ ...PETS, requiresSignatures: 'ruleset' })
  expect((await headOfJob('Create signed.md with "1"')).commit.verification.verified).toBe(true)
  world.github.changeSettings({ ...PETS, requiresSignatures: null })
})

test('`signed-commits: true` signs commits where nothing requires it', async () => {
  expect((await headOfJob('Create plain.md with "1"')).commit.verification.verified).toBe(false)
  const path = '.github/prentice.yml'
  const text = 'signed-commits: true\n'
  await world.github.commitFile({ ...PETS, branch: 'main', path, text, message: 'Configure Prentice' })
  expect((await headOfJob('Create signed-too.md with "1"')).commit.verification.verified).toBe(true)
})

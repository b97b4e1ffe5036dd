import { afterAll, beforeAll, expect, test } from 'vitest'
import { createJob, lastRunOf, pollUntilFinal } from '../support/world/jobs.ts'
import { untilWorkflowRunEnds } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

let world: TestWorld
beforeAll(async () => {
  world = await startTestWorld()
  await world.github.createRepository({ owner: 'sandbox-org', name: 'api', private: true })
  await commit('api', 'src/pets.ts', 'export const pets = 1\n')
  await commit('api', '.github/prentice.yml', 'readers: [sandbox-org/pets]\n')
  await commit('pets', '.github/prentice.yml', 'context: [sandbox-org/api, sandbox-org/none]\n')
  await world.github.settled()
})
afterAll(() => world?.close())

const commit = (name: string, path: string, text: string) =>
  world.github.commitFile({ owner: 'sandbox-org', name, branch: 'main', path, text, message: 'Change' })

test('the runner fetches what the settings permit, and its token ends before the model is asked', async () => {
  const { id } = await createJob(world, 'Create a.md with "1"')
  const { job } = await pollUntilFinal(world, id)
  expect(job.status).toBe('completed')
  const report = await untilWorkflowRunEnds(world, await lastRunOf(world, id))
  const log = report.log.join('\n')
  expect(log).toContain('Fetch the context repositories')
  expect(log).toContain('sandbox-org/none is left out')
  const asked = world.github.requests()
  const fetched = asked.findIndex(({ path }) => path.startsWith('/sandbox-org/api.git/git-upload-pack'))
  const revoked = asked.findIndex(({ method, path }) => method === 'DELETE' && path === '/installation/token')
  expect(fetched).toBeGreaterThan(0)
  expect(revoked).toBeGreaterThan(fetched)
  const told = JSON.stringify(world.model?.requests()[0]?.body)
  expect(told).toContain('/context/sandbox-org/api')
})

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient, type JobUpdate } from '../../../src/client/index.ts'
import { type ClientProxy, type Fault, openClientProxy } from '../../support/client-proxy.ts'
import { pullsOf } from '../../support/world/on-github.ts'
import { holdWait, startTestWorld, type TestWorld } from '../../support/world/world.ts'

let world: TestWorld
let network: ClientProxy
const faults: Fault[] = []
beforeAll(async () => {
  world = await startTestWorld()
  network = await openClientProxy(world.baseUrl, () => faults.shift() ?? null)
})
afterAll(async () => {
  network?.close()
  await world?.close()
})

const refusal = (status: number): Fault => ({
  kind: 'answer',
  status,
  headers: { 'retry-after': '0', 'content-type': 'application/json' },
  text: '{"error":"later"}',
})

test('a job is created once and followed to its pull request through drops, 429, 503 and a restart', async () => {
  const { jobs, projects } = createClient({ url: network.url, apiKey: world.apiKey, firstWaitMs: 20 })
  faults.push({ kind: 'drop' }, refusal(503))
  const project = await projects.find(`${world.githubUrl}/${world.repository}`)
  expect(project?.id).toBe(world.projectId)

  const held = holdWait(world)
  faults.push({ kind: 'lose-response' }, refusal(429), { kind: 'drop' })
  const prompt = 'Create one.md with "1"\nWait 1 second\nCreate two.md with "2"'
  const job = await jobs.create(world.projectId, { prompt })

  const updates: JobUpdate[] = []
  faults.push(refusal(503), { kind: 'cut', bytes: 700 })
  const waiting = job.wait({ onEvent: (update) => void updates.push(update) })
  await held.arrived
  await world.stopApp()
  await world.startApp()
  held.release()

  const ended = await waiting
  expect([ended.status, ended.reason]).toEqual(['completed', null])
  const events = updates.filter((update) => update.type !== 'job')
  expect(events.map(({ run, seq }) => [run, seq])).toEqual(events.map((_, i) => [1, i + 1]))
  expect(events.some((event) => event.type === 'tool' && event.target === 'two.md')).toBe(true)
  expect(updates.at(-1)).toEqual({ type: 'job', job: ended.data })
  expect(faults).toEqual([])

  expect((await pullsOf(world)).map(({ html_url }) => html_url)).toEqual([ended.prLink])
  expect((await jobs.list().first()).items.map(({ id }) => id)).toEqual([job.id])
})

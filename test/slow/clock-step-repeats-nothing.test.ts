import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { workedTwice } from '../support/world/agent-run-counts.ts'
import { recount } from '../support/world/check-indexes.ts'
import { call, createJob, pollUntilFinal, runsOf, until } from '../support/world/jobs.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const TEN_MINUTES = 600_000
const LIMIT = 14
const preload = new URL('./step-clock.ts', import.meta.url).href

let world: TestWorld
let directory: string
beforeAll(async () => {
  directory = await mkdtemp(join(tmpdir(), 'prentice-clock-'))
  await setClock(0)
  world = await startTestWorld(undefined, {
    instances: 2,
    appEnvironment: { RATE_LIMIT: String(LIMIT) },
    instanceEnvironment: (index): Readonly<Record<string, string>> =>
      index === 1 ? { NODE_OPTIONS: `--import=${preload}`, CLOCK_FILE: join(directory, 'clock') } : {},
  })
})
afterAll(async () => {
  await world?.close()
  await rm(directory, { recursive: true, force: true })
})

const setClock = (ms: number): Promise<void> => writeFile(join(directory, 'clock'), String(ms))

const stepped = () => ({ ...world, baseUrl: world.apps[1]?.url ?? '' })

async function stepTo(ms: number): Promise<void> {
  await setClock(ms)
  await until('the clock to step', async () => {
    const taken = await readFile(join(directory, 'clock.taken'), 'utf8').catch(() => '')
    return taken === String(ms) ? taken : null
  })
}

test('ten minutes ahead, then ten behind: no job is done twice or ended early, and the limit holds', async () => {
  const ids: string[] = []
  for (const shift of [TEN_MINUTES, -TEN_MINUTES]) {
    await stepTo(shift)
    for (const name of ['a', 'b']) {
      const text = `Create ${name}${shift}.md with "1"`
      ids.push((await createJob(world, text)).id, (await createJob(stepped(), text)).id)
    }
  }
  for (const id of ids) {
    // GitHub tells it the time with each answer, so that runners are served by it, too, and nothing is put off for long.
    expect((await pollUntilFinal(world, id, 120_000)).job.status).toBe('completed')
    expect(await runsOf(world, id)).toMatchObject([{ number: 1, state: 'succeeded' }])
  }
  expect(workedTwice(world.runner.runs())).toEqual([])
  expect((await recount(world.databaseUrl)).wrong).toEqual([])

  let granted = ids.length
  for (let tried = 0; tried < LIMIT; tried++) {
    if (tried === LIMIT / 2) await stepTo(-TEN_MINUTES)
    const { status } = await call(tried % 2 === 0 ? world : stepped(), '/job', { prompt: 'Say nothing' })
    if (status === 201) granted++
    else expect(status).toBe(429)
  }
  expect(granted).toBe(LIMIT)
}, 180_000)

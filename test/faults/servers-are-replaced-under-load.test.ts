import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { pauseWork } from '../../src/app/ops/hold-commands.ts'
import { FORMAT, readFormat } from '../../src/app/store/format.ts'
import { openStore } from '../../src/app/store/open/open-store.ts'
import { createClient } from '../../src/client/index.ts'
import { RETENTION } from '../support/app/retention.ts'
import { describeRemote, POSTGRES, REDIS, type StoreUnderTest } from '../support/stores/stores.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { readStore, recountEntries } from '../support/world/check-indexes.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const ROOT = join(import.meta.dirname, '../..')
const CALLERS = 3
/** Calls that each server answers in each state. */
const CALLS = 25
/** A server that took too long to stop was killed, and then counts as running until its presence ends. */
const KILLED_COUNTS_MS = 150_000

/** The main file of a copy of this version that differs in the format of its store. */
function nextVersion(): string {
  const folder = temporaryFolder()
  for (const name of readdirSync(ROOT).filter((one) => !['src', '.git', '.cache'].includes(one)))
    symlinkSync(join(ROOT, name), join(folder, name))
  cpSync(join(ROOT, 'src'), join(folder, 'src'), { recursive: true })
  const path = join(folder, 'src/app/store/format.ts')
  const [before, after] = [`export const FORMAT = ${FORMAT}\n`, `export const FORMAT = ${FORMAT + 1}\n`]
  const text = readFileSync(path, 'utf8')
  expect(text).toContain(before)
  writeFileSync(path, text.replace(before, after))
  return join(folder, 'src/app/main.ts')
}

/** Two servers behind a balancer that start no runs, so that all they do is to serve callers. */
async function startServers(kind: StoreUnderTest) {
  const databaseUrl = await kind.newDatabase()
  const appEnvironment = { RATE_LIMIT: '0' }
  const world = await startTestWorld(undefined, { instances: 2, databaseUrl, appEnvironment })
  onTestFinished(() => world.close())
  const store = await openStore(databaseUrl)
  onTestFinished(() => store.close())
  const account = world.repository.split('/')[0]
  const order = { account, project: undefined, by: 'a test', why: null, isStopping: false }
  await pauseWork({ store, now: Date.now, onDue: () => {}, retention: RETENTION }, order)
  const [first, second] = world.apps
  if (first === undefined || second === undefined) throw new Error('there are not two servers')
  return { world, store, servers: [first, second] as const }
}

/** Callers with the client of this package, until they are told to end. They reject with the first error it gives them. */
function startCalling(world: TestWorld) {
  const created: string[] = []
  let calls = 0
  let isOver = false
  const call = async (name: number): Promise<void> => {
    const { jobs } = createClient({ url: world.baseUrl, apiKey: world.apiKey })
    for (let n = 0; !isOver; n++) {
      const job = await jobs.create(world.projectId, { prompt: `${name}, ${n}` })
      created.push(job.id)
      expect((await jobs.message(job, 'more')).id).toBe(job.id)
      expect(await jobs.get(job)).toMatchObject({ id: job.id, status: 'active' })
      calls += 3
      await sleep(20)
    }
  }
  const done = Promise.all(Array.from({ length: CALLERS }, (_, name) => call(name)))
  // Code that waits for calls learns of the failure first.
  done.catch(() => undefined)
  return {
    created,
    async until(count: number) {
      const target = calls + count
      await Promise.race([expect.poll(() => calls).toBeGreaterThan(target), done])
    },
    async end() {
      isOver = true
      await done
    },
  }
}

for (const kind of [POSTGRES, REDIS])
  describeRemote(kind, () => {
    it('two servers are upgraded and killed in turn, and no caller notices', {
      timeout: 300_000,
    }, async () => {
      const next = nextVersion()
      const { world, store, servers } = await startServers(kind)
      const format = async () => (await readFormat(store)).format
      const calling = startCalling(world)
      await calling.until(CALLS)

      for (const server of servers) {
        // An older server runs until here.
        expect(await format()).toBe(FORMAT)
        await server.stop('SIGTERM')
        // The old version alone, or the new one alone.
        await calling.until(CALLS)
        await server.start(next)
        // Both versions, or two of the new one.
        await calling.until(CALLS)
      }
      await expect.poll(format, { timeout: KILLED_COUNTS_MS }).toBe(FORMAT + 1)

      for (const server of servers) {
        await server.stop('SIGKILL')
        await calling.until(CALLS)
        await server.start()
        await calling.until(CALLS)
      }
      await calling.end()

      // They would change entries while these are read.
      for (const server of servers) await server.stop('SIGTERM')
      const { jobs, wrong } = recountEntries(await readStore(store))
      expect(wrong).toEqual([])
      expect(jobs.map(({ id }) => id).sort()).toEqual([...calling.created].sort())
      expect(jobs.filter(({ run }) => run.number !== 1)).toEqual([])

      await expect(servers[0].start(join(ROOT, 'src/app/main.ts'))).rejects.toThrow(
        `the database was written by a newer Prentice (format ${FORMAT + 1}, this version knows up to ${FORMAT})`,
      )
    })
  })

/** `npm run faults -- --minutes 10 --seed 1 --store postgres --json`: the storm, from a command line. Exit code 1: a promise was broken. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startPostgres } from '../../support/stores/postgres-server.ts'
import { startRedis } from '../../support/stores/redis-server.ts'
import { runStorm, type StormDatabase, type StormReport } from './storm.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    servers: { type: 'string', default: '3' },
    callers: { type: 'string', default: '4' },
    'dispatch-errors': { type: 'string', default: '30' },
    store: { type: 'string', default: 'sqlite' },
    json: { type: 'boolean', default: false },
  },
})

const number = (name: 'minutes' | 'seed' | 'servers' | 'callers'): number => {
  const value = Number(values[name])
  if (!(value > 0)) throw new Error(`--${name} ${values[name]}: give a number above 0`)
  return value
}

const findingsOf = ({ lost, twice, active, disagreeing }: StormReport) => ({
  lost,
  twice,
  active,
  disagreeing,
})

function percent(): number {
  const share = Number(values['dispatch-errors'])
  if (!(share >= 0 && share <= 100))
    throw new Error(`--dispatch-errors ${values['dispatch-errors']}: give a percentage from 0 to 100`)
  return share / 100
}

function print(report: StormReport): void {
  const { completed, failed, faults, ...rest } = report
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  console.log(
    `seed ${rest.seed}, ${rest.minutes} minutes, ${rest.servers} servers on one database (${values.store})`,
  )
  console.log(`tried       ${rest.jobs} jobs with ${rest.prompts} prompts, ${rest.repeats} calls sent twice`)
  console.log(`faults      ${list(faults)}`)
  console.log(
    `survived    ${completed + sum(failed)}: completed ${completed}, failed with a reason ${sum(failed)}`,
  )
  console.log(`            ${list(failed)}`)
  for (const [name, found] of Object.entries(findingsOf(report)))
    console.log(`${name.padEnd(12)}${found.length}`)
  console.log(`quiet       ${rest.quietAfterSeconds} s after the last fault`)
  for (const line of Object.values(findingsOf(report)).flat()) console.log(`  ${line}`)
}

/** Each confirmed write of the server is on disk. */
async function startDatabase(folder: string): Promise<StormDatabase | undefined> {
  const options = { folder, isDurable: true }
  switch (values.store) {
    case 'sqlite':
      return undefined
    case 'postgres': {
      const server = await startPostgres(options)
      return { server, url: `${server.url}/postgres` }
    }
    case 'redis': {
      const server = await startRedis(options)
      return { server, url: `${server.url}/0` }
    }
    default:
      throw new Error(`--store ${values.store}: give sqlite, postgres or redis`)
  }
}

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const folder = mkdtempSync(join(tmpdir(), 'prentice-storm-'))
chmodSync(folder, 0o711)
const database = await startDatabase(join(folder, 'server'))
const report = await runStorm({
  database,
  minutes: number('minutes'),
  seed: number('seed'),
  servers: number('servers'),
  callers: number('callers'),
  dispatchErrors: percent(),
  tell: (line) => console.error(line),
  signal: stop.signal,
})
await database?.server.stop()
rmSync(folder, { recursive: true, force: true })
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}, node ${process.version}`
if (values.json) console.log(JSON.stringify({ at: new Date().toISOString(), machine, ...report }, null, 2))
else print(report)
process.exitCode =
  Object.values(findingsOf(report)).some((found) => found.length > 0) || stop.signal.aborted ? 1 : 0

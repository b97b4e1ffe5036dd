/** `npm run faults -- --minutes 10 --seed 1 --store postgres --json`: the storm, from a command line. Exit code 1: a promise was broken. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { cpus, tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  HELP,
  parseArguments,
  runCommand,
  WrongArguments,
} from '../../../src/app/command-line/run-command.ts'
import { startPostgres } from '../../support/stores/postgres-server.ts'
import { startRedis } from '../../support/stores/redis-server.ts'
import { runStorm, type StormDatabase, type StormReport } from './storm.ts'

const options = {
  minutes: { type: 'string', default: '10' },
  seed: { type: 'string', default: String(Date.now() % 1_000_000) },
  servers: { type: 'string', default: '3' },
  callers: { type: 'string', default: '4' },
  'dispatch-errors': { type: 'string', default: '30' },
  store: { type: 'string', default: 'sqlite' },
  json: { type: 'boolean', default: false },
  help: HELP,
} as const

const USAGE = `usage: npm run faults -- [OPTIONS]
  --minutes N          how long the faults last (10)
  --seed N             repeats the same faults (by default another each time)
  --servers N          servers on one database (3)
  --callers N          callers that create and change jobs (4)
  --dispatch-errors N  percentage of the starts of workflows that GitHub fails (30)
  --store NAME         sqlite, postgres or redis (sqlite)
  --json               prints the report as JSON
Exit code 0: every promise was kept, 1: one was broken, 2: wrong arguments.
`

function readArguments() {
  const { values } = parseArguments({ options })
  const number = (name: 'minutes' | 'seed' | 'servers' | 'callers'): number => {
    const value = Number(values[name])
    if (!(value > 0)) throw new WrongArguments(`--${name} ${values[name]}: give a number above 0`)
    return value
  }
  return {
    help: values.help,
    json: values.json,
    store: storeOf(values.store),
    storm: {
      minutes: number('minutes'),
      seed: number('seed'),
      servers: number('servers'),
      callers: number('callers'),
      dispatchErrors: shareOf(values['dispatch-errors']),
    },
  }
}

function shareOf(percentage: string): number {
  const share = Number(percentage)
  if (share >= 0 && share <= 100) return share / 100
  throw new WrongArguments(`--dispatch-errors ${percentage}: give a percentage from 0 to 100`)
}

const STORES = ['sqlite', 'postgres', 'redis'] as const
type StoreName = (typeof STORES)[number]

function storeOf(name: string): StoreName {
  const store = STORES.find((one) => one === name)
  if (store === undefined) throw new WrongArguments(`--store ${name}: give sqlite, postgres or redis`)
  return store
}

const findingsOf = ({ lost, twice, active, disagreeing }: StormReport) => ({
  lost,
  twice,
  active,
  disagreeing,
})

function print(report: StormReport, store: StoreName): void {
  const { completed, failed, faults, ...rest } = report
  const sum = (counts: Readonly<Record<string, number>>) => Object.values(counts).reduce((a, b) => a + b, 0)
  const list = (counts: Readonly<Record<string, number>>) =>
    Object.entries(counts)
      .map(([name, count]) => `${name} ${count}`)
      .join(', ')
  console.log(
    `seed ${rest.seed}, ${rest.minutes} minutes, ${rest.servers} servers on one database (${store})`,
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
async function startDatabase(store: StoreName, folder: string): Promise<StormDatabase | undefined> {
  const options = { folder, isDurable: true }
  switch (store) {
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
  }
}

await runCommand({
  usage: USAGE,
  readArguments,
  async run({ store, json, storm }) {
    const stop = new AbortController()
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
    const folder = mkdtempSync(join(tmpdir(), 'prentice-storm-'))
    chmodSync(folder, 0o711)
    const database = await startDatabase(store, join(folder, 'server'))
    const tell = (line: string) => console.error(line)
    const report = await runStorm({ ...storm, database, tell, signal: stop.signal })
    await database?.server.stop()
    rmSync(folder, { recursive: true, force: true })
    const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}, node ${process.version}`
    if (json) console.log(JSON.stringify({ at: new Date().toISOString(), machine, ...report }, null, 2))
    else print(report, store)
    const isBroken = Object.values(findingsOf(report)).some((found) => found.length > 0)
    return isBroken || stop.signal.aborted ? 1 : 0
  },
})

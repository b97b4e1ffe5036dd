/** `npm run faults -- --minutes 10 --seed 1 --json`: the storm, from a command line. Exit code 1: a promise was broken. */
import { cpus } from 'node:os'
import { parseArgs } from 'node:util'
import { runStorm, type StormReport } from './storm.ts'

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    servers: { type: 'string', default: '3' },
    callers: { type: 'string', default: '4' },
    'dispatch-errors': { type: 'string', default: '30' },
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
  console.log(`seed ${rest.seed}, ${rest.minutes} minutes, ${rest.servers} servers on one database`)
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

const stop = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => stop.abort())
const report = await runStorm({
  minutes: number('minutes'),
  seed: number('seed'),
  servers: number('servers'),
  callers: number('callers'),
  dispatchErrors: percent(),
  tell: (line) => console.error(line),
  signal: stop.signal,
})
const machine = `${cpus().length} × ${cpus()[0]?.model.trim()}, ${process.platform}, node ${process.version}`
if (values.json) console.log(JSON.stringify({ at: new Date().toISOString(), machine, ...report }, null, 2))
else print(report)
process.exitCode =
  Object.values(findingsOf(report)).some((found) => found.length > 0) || stop.signal.aborted ? 1 : 0

/** `npm run bench`, with `-- --growth`, `-- --crowd` or `-- --json` after it. Exit code 1: an aim is missed. What the lines mean: README.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { measureCrowd } from './crowd/measure-crowd.ts'
import { atLeast, atMost, atMostTimes, type Figure } from './figure.ts'
import { measureGrowth } from './growth/measure-growth.ts'
import { measureAlone } from './measure-alone.ts'
import { measureCache } from './measure-cache.ts'
import { measureEdits } from './measure-edits.ts'
import { measureFinding } from './measure-finding.ts'
import { measureJob } from './measure-job.ts'
import { measureMemory } from './measure-memory.ts'
import { measureRequests } from './measure-requests.ts'
import { measureStart } from './measure-start.ts'
import { measureWatchers } from './measure-watchers.ts'
import { tableHead, toJson, toTableLine } from './print-figures.ts'
import { requestCases } from './request-cases.ts'
import { startTarget, type Target } from './start-target.ts'

const json = process.argv.includes('--json')
const directory = await mkdtemp(join(tmpdir(), 'prentice-bench-'))
try {
  await fillCompileCache()
  if (!json) console.log(tableHead())
  if (process.argv.includes('--growth')) await measureGrowth(directory, say)
  else if (process.argv.includes('--crowd')) await measureCrowd(directory, say)
  else await measureAll()
} finally {
  await rm(directory, { recursive: true, force: true })
}

async function measureAll(): Promise<void> {
  await withServers('memory', async (bare, app) => say(atMost(150, await measureMemory(bare, app))))
  await withServers('requests', async (bare, app) => {
    const figures = await measureRequests(bare, app, await requestCases(app))
    for (const one of figures) say(withAim(one))
    say(atMost(1, await measureAlone(bare, app)))
    const bareRate = figures[0]?.baseline ?? Number.NaN
    for (const one of await measureWatchers(1e6 / bareRate, app)) say(one)
  })
  say(atMost(200, await measureStart(), 'baseline'))
  say(atMost(2, await measureJob(directory), 'baseline'))
  for (const one of await measureCache()) say(atLeast(0.9, one))
  for (const one of await measureFinding(directory)) say(atMostTimes(1.2, one))
  for (const one of await measureEdits(directory)) say(one)
}

/** A server's first start compiles for those after it, and holds the compiler in memory. */
async function fillCompileCache(): Promise<void> {
  const first = await startTarget('app', 'sqlite::memory:')
  await first.stop()
}

function withAim(one: Figure): Figure {
  if (one.name.startsWith('get')) return atLeast(0.35, one)
  return one.name.startsWith('create') ? atLeast(0.12, one) : one
}

function say(one: Figure): void {
  console.log(json ? toJson(one) : toTableLine(one))
  if (one.aim?.isMet === false) process.exitCode = 1
}

async function withServers(name: string, work: (bare: Target, app: Target) => Promise<void>): Promise<void> {
  const [bare, app] = [
    await startTarget('bare'),
    await startTarget('app', `sqlite:${join(directory, name)}.db`),
  ]
  await work(bare, app)
  await Promise.all([bare.stop(), app.stop()])
}

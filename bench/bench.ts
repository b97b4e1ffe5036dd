/** `npm run bench`. Exit code 1: a goal is missed; 2: an option is wrong. See README.md. */
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { measureCache } from './agent/measure-cache.ts'
import { measureEdits } from './agent/measure-edits.ts'
import { measureSearch } from './agent/measure-search.ts'
import { measureCrowd } from './crowd/measure-crowd.ts'
import { measureDashboard } from './dashboard/measure-dashboard.ts'
import { atLeast, atMost, atMostTimes, type Figure } from './figures/figure.ts'
import { growthTable, type SizedFigure } from './figures/growth-table.ts'
import { tableHead, toJson, toTableLine } from './figures/print-figures.ts'
import { startGrowthStore } from './growth/growth-store.ts'
import { measureGrowth, SIZES } from './growth/measure-growth.ts'
import { measureJob } from './job/measure-job.ts'
import { measurePrepare } from './job/measure-prepare.ts'
import { measureStart } from './job/measure-start.ts'
import { measureFloor } from './server/measure-floor.ts'
import { measureHostileFiles } from './server/measure-hostile-files.ts'
import { measureLatency } from './server/measure-latency.ts'
import { measureMemory } from './server/measure-memory.ts'
import { measureRequests } from './server/measure-requests.ts'
import { measureStores } from './server/measure-stores.ts'
import { measureWatchers } from './server/measure-watchers.ts'
import { requestCases } from './server/request-cases.ts'
import { startTarget, type Target } from './target/start-target.ts'

const options = readOptions()

function readOptions() {
  try {
    return parseArgs({
      options: {
        growth: { type: 'boolean', default: false },
        stores: { type: 'boolean', default: false },
        dashboard: { type: 'boolean', default: false },
        crowd: { type: 'boolean', default: false },
        json: { type: 'boolean', default: false },
        store: { type: 'string' },
        sizes: { type: 'string' },
      },
    }).values
  } catch (error) {
    console.error(`${error instanceof Error ? error.message : error}\nSee bench/README.md for the options.`)
    process.exit(2)
  }
}

/** `--store` and `--sizes 10000,100000`. */
async function growth(): Promise<void> {
  const store = await startGrowthStore(options.store ?? 'sqlite', directory)
  const sizes = options.sizes?.split(',').map(Number) ?? SIZES
  const figures: SizedFigure[] = []
  try {
    await measureGrowth(store, sizes, (one) => {
      if (options.json) print(one)
      else console.error(toTableLine(judged(one)))
      figures.push(one)
    })
    if (!options.json) console.log(growthTable(figures))
  } finally {
    await store.close()
  }
}

async function measureAll(): Promise<void> {
  await withServers('memory', async (bare, app) => print(atMost(150, await measureMemory(bare, app))))
  for (const one of await measureFloor(directory)) print(one)
  await withServers('requests', async (bare, app) => {
    const figures = await measureRequests(bare, app, await requestCases(app))
    for (const one of figures) print(withGoal(one))
    print(atMost(1, await measureLatency(bare, app)))
    const bareRate = figures[0]?.baseline ?? Number.NaN
    for (const one of await measureWatchers(1e6 / bareRate, app)) print(one)
  })
  await measureStores(print)
  for (const one of measureHostileFiles()) print(atMost(50, one))
  print(atMost(90, await measureStart(), 'baseline'))
  print(atMost(1, await measureJob(directory), 'baseline'))
  print(atMostTimes(1.25, await measurePrepare(directory)))
  for (const one of await measureCache()) print(one)
  for (const one of await measureEdits(directory)) print(one)
  const search = await measureSearch(directory)
  for (const one of search ?? []) print(atMostTimes(1.2, one))
  if (search === null) console.error('search, list: skipped, because ripgrep (rg) is not in PATH')
}

/** The first start compiles for the later ones, and keeps the compiler in memory. */
async function fillCompileCache(): Promise<void> {
  const first = await startTarget('app', 'sqlite::memory:')
  await first.stop()
}

function withGoal(one: Figure): Figure {
  return one.name.startsWith('get') ? atLeast(0.45, one) : one
}

function print(one: Figure): void {
  console.log(options.json ? toJson(judged(one)) : toTableLine(judged(one)))
}

function judged(one: Figure): Figure {
  if (one.goal?.isMet === false) process.exitCode = 1
  return one
}

async function withServers(name: string, work: (bare: Target, app: Target) => Promise<void>): Promise<void> {
  const [bare, app] = [
    await startTarget('bare'),
    await startTarget('app', `sqlite:${join(directory, name)}.db`),
  ]
  await work(bare, app)
  await Promise.all([bare.stop(), app.stop()])
}

// Last, so that all of the above is defined.
const directory = await mkdtemp(join(tmpdir(), 'prentice-bench-'))
try {
  await fillCompileCache()
  if (!options.json && !options.growth) console.log(tableHead())
  if (options.growth) await growth()
  else if (options.stores) await measureStores(print)
  else if (options.dashboard) await measureDashboard(directory, print)
  else if (options.crowd) await measureCrowd(directory, print)
  else await measureAll()
} finally {
  await rm(directory, { recursive: true, force: true })
}

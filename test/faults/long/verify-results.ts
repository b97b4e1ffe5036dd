import type { Job } from '../../../src/app/domain/job.ts'
import { statusOf } from '../../../src/app/domain/job-view.ts'
import { RunRecord } from '../../../src/app/job-store/job-record.ts'
import { messageKeys } from '../../../src/app/job-store/messages.ts'
import { runKeys } from '../../../src/app/job-store/run-history.ts'
import { realGit } from '../../support/action/real-git.ts'
import { workedTwice } from '../../support/world/agent-run-counts.ts'
import { readEntries, recount } from '../../support/world/check-indexes.ts'
import { pullsOf } from '../../support/world/on-github.ts'
import type { TestWorld } from '../../support/world/world.ts'
import type { CalledJob } from './callers.ts'

export interface Tally {
  readonly completed: number
  /** By reason. */
  readonly failed: Readonly<Record<string, number>>
  /** Sentences, one per finding; empty is good. */
  readonly lost: readonly string[]
  readonly twice: readonly string[]
  readonly active: readonly string[]
  readonly disagreeing: readonly string[]
}

/** Holds what was promised to the callers against the database, the branches and the pull requests. */
export async function tally(world: TestWorld, called: readonly CalledJob[]): Promise<Tally> {
  const { jobs, wrong } = await recount(world.databaseUrl)
  const entries = await readEntries(world.databaseUrl)
  const records = new Map(jobs.map((job) => [job.id, job]))
  const lost: string[] = []
  const twice = workedTwice(world.runner.runs())
  for (const { id, tokens } of called) {
    const job = records.get(id)
    if (job === undefined) {
      lost.push(`${id} was answered 201 and is not there`)
      continue
    }
    lost.push(...promptsLost(entries, job, tokens))
    const text = await branchText(world, job.branch)
    lost.push(...deliveriesLost(entries, job, text))
    const often = tokens.filter((token) => text.split(token).length > 2)
    twice.push(...often.map((token) => `${id}: ${token} was done twice`))
  }
  const mute = jobs.filter((job) => statusOf(job) === 'failed' && job.run.reason === null)
  lost.push(...mute.map(({ id }) => `${id} failed and does not say why`))
  const branches = (await pullsOnAllPages(world)).map(({ head }) => head.ref)
  const again = branches.filter((branch, i) => branches.indexOf(branch) !== i)
  twice.push(...again.map((branch) => `${branch} has two pull requests`))
  const ids = new Set(called.map(({ id }) => id))
  const made = jobs.filter(({ id }) => !ids.has(id))
  twice.push(...made.map(({ id }) => `${id} was made and nobody was told of it`))
  return {
    completed: jobs.filter((job) => statusOf(job) === 'completed').length,
    failed: reasons(jobs),
    lost,
    twice,
    active: jobs.filter((job) => statusOf(job) === 'active').map(({ id, run }) => `${id} is ${run.state}`),
    disagreeing: wrong,
  }
}

type Entries = Awaited<ReturnType<typeof readEntries>>

/** Each prompt that was answered 200 or 201 is kept, and some run has taken it up. */
function promptsLost(entries: Entries, job: Job, tokens: readonly string[]): string[] {
  const kept = Array.from(
    { length: job.messages },
    (_, i) => entries.get(messageKeys.record(job.id, i + 1)) ?? '',
  )
  const missing = tokens.filter((token) => !kept.some((message) => message.includes(token)))
  const idle = statusOf(job) !== 'active' && job.taken < job.messages
  return [
    ...missing.map((token) => `${job.id}: the prompt ${token} was taken and is not there`),
    ...(idle ? [`${job.id} rests with ${job.messages - job.taken} prompts that no run took up`] : []),
  ]
}

/** Each prompt of a run that succeeded has left its mark on the branch. */
function deliveriesLost(entries: Entries, job: Job, text: string): string[] {
  const runs = [...entries].flatMap(([key, value]) =>
    key.startsWith(runKeys.endedOf(job.id)) ? [RunRecord.parse(JSON.parse(value))] : [],
  )
  return [...runs, job.run]
    .filter((run) => run.state === 'succeeded')
    .flatMap((run) => Array.from({ length: run.last - run.first + 1 }, (_, i) => run.first + i))
    .flatMap((number) => {
      const token = /"([0-9a-f-]{36})\\"/.exec(entries.get(messageKeys.record(job.id, number)) ?? '')?.[1]
      return token !== undefined && text.includes(token)
        ? []
        : [`${job.id}: prompt ${number} succeeded without a trace`]
    })
}

/** The file as it stands on the working branch; empty where there is none. */
async function branchText(world: TestWorld, branch: string): Promise<string> {
  const { code, stdout } = await realGit(world.gitDirectory)(['show', `refs/heads/${branch}:README.md`])
  return code === 0 ? stdout : ''
}

async function pullsOnAllPages(world: TestWorld) {
  const all: Awaited<ReturnType<typeof pullsOf>> = []
  for (let page = 1; ; page++) {
    const some = await pullsOf(world, `&per_page=100&page=${page}`)
    all.push(...some)
    if (some.length < 100) return all
  }
}

function reasons(jobs: readonly Job[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const job of jobs) {
    if (statusOf(job) !== 'failed') continue
    const code = job.run.reason?.code ?? 'no reason'
    counts[code] = (counts[code] ?? 0) + 1
  }
  return counts
}

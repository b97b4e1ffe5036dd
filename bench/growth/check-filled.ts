import { AgentJob } from '../../src/contract/job.ts'
import { JobList } from '../../src/contract/list-responses.ts'
import { RunList } from '../../src/contract/run.ts'
import { getFrom } from '../load/create-jobs.ts'
import type { Target } from '../target/start-target.ts'
import type { Filled, FilledJob } from './fill-jobs.ts'
import { EVENTS } from './past-run.ts'

/** Jobs of the sample that are asked for. */
const CHECKED = 100

export const pathOf = ({ project, job }: FilledJob): string => `/v2/agent/${project}/job/${job}`

/** Rejects where a route does not answer a job that was filled in as it would one that came over HTTP. */
export async function checkFilled(app: Target, { sample, waiting }: Filled): Promise<void> {
  const every = Math.max(1, Math.floor(sample.length / CHECKED))
  const checked = [...sample.filter((_, index) => index % every === 0), ...waiting]
  for (const job of checked) await checkJob(app, job)
  await checkList(app, sample[0] ?? null)
  await checkEvents(app, sample.findLast(({ status }) => status === 'completed') ?? null)
}

async function checkJob(app: Target, filled: FilledJob): Promise<void> {
  const path = pathOf(filled)
  const { status } = AgentJob.parse(await (await getFrom(app, path)).json())
  mustBe(`${path} to be`, filled.status, status)
  const { runs } = RunList.parse(await (await getFrom(app, `${path}/runs`)).json())
  mustBe(`the runs of ${path} to be`, 1, runs.length)
}

async function checkList(app: Target, filled: FilledJob | null): Promise<void> {
  const path = `/v2/agent/${filled?.project}/jobs?status=${filled?.status}`
  const { jobs } = JobList.parse(await (await getFrom(app, path)).json())
  mustBe(
    `all jobs of ${path} to have the status`,
    true,
    jobs.every(({ status }) => status === filled?.status),
  )
}

/** The stream of a job that has ended ends. */
async function checkEvents(app: Target, filled: FilledJob | null): Promise<void> {
  if (filled === null) throw new Error('no job of the sample is completed')
  const path = `${pathOf(filled)}/events`
  const text = await (await getFrom(app, path)).text()
  mustBe(`the events of ${path} to be`, EVENTS, text.match(/^event: (tool|step)$/gm)?.length)
}

function mustBe(what: string, expected: unknown, found: unknown): void {
  if (found !== expected) throw new Error(`expected ${what} ${expected}, got ${found}`)
}

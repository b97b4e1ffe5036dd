import { jobQueueKeys } from '../../../src/app/job-store/job-commit.ts'
import { advanceDueJob } from '../../../src/app/runs/advance-due-job.ts'
import { parseQueueKey } from '../../../src/app/store/keys.ts'
import { note, seatedRunner } from '../../support/app/claimed-runner.ts'
import { listEntries } from '../../support/app/list-entries.ts'
import { dispatchingGithub, useCases } from '../../support/app/use-cases.ts'

export const DAY_MS = 86_400_000
export const PROJECT = 'prj_ya'
export type World = Awaited<ReturnType<typeof useCases>>

/** A world whose GitHub says that every workflow run has ended. */
export const restingWorld = (): Promise<World> =>
  useCases(
    dispatchingGithub([], {
      readWorkflowRun: async (_, id) => ({
        id,
        status: 'completed',
        conclusion: 'success',
        url: 'https://github.com/acme/docs/actions/runs/1',
        displayTitle: 'Prentice',
        attempt: 1,
      }),
    }),
  )

/** A job that did its work, reported it at length, and has nothing left to do. */
export async function restedJob(world: World, batches = 3): Promise<string> {
  const { id } = await world.newJob('the prompt')
  await work(world, id, batches)
  return id
}

export async function work(world: World, id: string, batches = 3): Promise<void> {
  const runner = await seatedRunner(world, { project: PROJECT, job: id })
  for (let n = 1; n <= batches; n++) await runner.report(note(`batch ${n}`))
  await runner.keepPatch('a patch')
  await runner.finish('the summary')
  world.clock.at += 60_000
  await takeDue(world)
}

/** What the timer does at this moment. */
export async function takeDue(world: World): Promise<number> {
  const due = (await listDue(world))
    .map(({ key }) => parseQueueKey(key))
    .filter((one) => one !== null && one.at <= world.clock.at)
  for (const one of due)
    if (one?.kind === 'job') await advanceDueJob(world, { project: one.project, job: one.id })
  return due.length
}

const listDue = async ({ store }: Pick<World, 'store'>) =>
  (
    await Promise.all([
      store.list({ prefix: jobQueueKeys.dueQueue(), limit: 100 }),
      store.list({ prefix: jobQueueKeys.retentionQueue(), limit: 100 }),
    ])
  ).flat()

/** Times of the entries of a job in `due/` and `retention/`; there is one at most. */
export async function dueTimes(world: Pick<World, 'store'>): Promise<number[]> {
  return (await listDue(world)).map(({ key }) => parseQueueKey(key)?.at ?? -1)
}

export async function keysOf(world: Pick<World, 'store'>, ...prefixes: string[]): Promise<number> {
  const lists = await Promise.all(prefixes.map((prefix) => listEntries(world.store, prefix)))
  return lists.flat().length
}

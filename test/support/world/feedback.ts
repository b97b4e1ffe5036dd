import { until } from './jobs.ts'
import { rest } from './on-github.ts'
import type { TestWorld } from './world.ts'

export interface CheckRunView {
  readonly id: number
  readonly name: string
  readonly status: string
  readonly conclusion: string | null
  readonly external_id: string
  readonly output: { readonly title: string | null; readonly summary: string | null }
}

/** The check runs of a commit that GitHub shows: the newest of each name. */
export const checkRunsAt = async (world: TestWorld, ref: string): Promise<readonly CheckRunView[]> =>
  (await rest<{ check_runs: CheckRunView[] }>(world, `/commits/${ref}/check-runs`)).check_runs

export const untilCheckRun = (
  world: TestWorld,
  sha: string,
  status: 'in_progress' | 'completed',
): Promise<CheckRunView> =>
  until(`a check run at ${sha} to be ${status}`, async () => {
    const [found] = await checkRunsAt(world, sha)
    return found?.status === status ? found : null
  })

/** With those that a newer one of the same name hides. */
export const allCheckRunsAt = async (world: TestWorld, ref: string): Promise<readonly CheckRunView[]> =>
  (await rest<{ check_runs: CheckRunView[] }>(world, `/commits/${ref}/check-runs?filter=all`)).check_runs

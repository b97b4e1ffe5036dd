import { beginHold, releaseHold } from '../records/hold.ts'
import type { JobStore } from '../records/update-job.ts'
import { findScope, type GivenScope, listHolds } from './hold-scope.ts'
import { stopRunning } from './stop-running.ts'

export interface PauseOrder extends GivenScope {
  readonly by: string
  readonly why: string | null
  /** Cancels the runs that have been dispatched. */
  readonly isStopping: boolean
}

const date = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace('T', ' ')} UTC`
const because = (why: string | null): string => (why === null ? '' : `: ${why}`)
const count = (n: number, what: string): string => `${n} ${what}${n === 1 ? '' : 's'}`

/** Starts no more runs there. Returns the lines to print. */
export async function pauseWork(deps: JobStore, order: PauseOrder): Promise<string[]> {
  const { scope, name, projects } = await findScope(deps.store, order)
  const { began, hold } = await beginHold(deps.store, scope, { by: order.by, why: order.why }, deps.now())
  const lines = began
    ? [`${name} is paused: new jobs are accepted and wait. \`npm run resume\` starts them.`]
    : [`${name} has been paused since ${date(hold.heldAt)} by ${hold.by}${because(hold.why)}`]
  if (!order.isStopping) return lines
  const by = `${order.by}, who paused the work`
  const stopped = (await Promise.all(projects.map((project) => stopRunning(deps, project, by)))).flat()
  return [...lines, `${count(stopped.length, 'run')} cancelled`, ...stopped]
}

/** Lets waiting runs start. Returns the lines to print. */
export async function resumeWork(deps: JobStore, given: GivenScope): Promise<string[]> {
  const { scope, name } = await findScope(deps.store, given)
  const hold = await releaseHold(deps.store, scope, deps.now())
  if (hold === null) return [`${name} is not paused`]
  return [
    `${name} works again; it was paused since ${date(hold.heldAt)}. Waiting jobs start within about a minute.`,
  ]
}

/** The holds in force, one line each. */
export async function describeHolds({ store }: JobStore): Promise<string[]> {
  const holds = await listHolds(store)
  if (holds.length === 0) return ['nothing is paused']
  return holds.map(
    ({ scope, name, hold }) =>
      `${scope.padEnd(7)}  ${name}  since ${date(hold.heldAt)}  by ${hold.by}${because(hold.why)}`,
  )
}

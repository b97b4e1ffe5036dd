import { operator } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import { commandOf } from '../command-name/command-name.ts'
import { beginHold, releaseHold } from '../records/hold.ts'
import type { JobStore } from '../records/update-job.ts'
import type { Commit } from '../store/store.ts'
import { findScope, type GivenScope, listHolds, type NamedScope } from './hold-scope.ts'
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
  const found = await findScope(deps.store, order)
  const { scope, name, projects } = found
  const { by, why } = order
  const entry = auditHold(deps, 'operator.paused', found, { by, detail: why })
  const { did, hold } = await beginHold(deps.store, scope, { by, why }, deps.now(), entry)
  const lines =
    did === 'begin'
      ? [
          `${name} is paused: new jobs are accepted and wait. \`${commandOf('resume', `--${scope.kind} ${name}`)}\` starts them.`,
        ]
      : [
          `${name} has been paused since ${date(hold.heldAt)} by ${hold.by}${because(hold.why)}${did === 'explain' ? ' (the reason is new)' : ''}`,
        ]
  if (!order.isStopping) return lines
  const stopper = operator(`${by}, who paused the work`)
  const stopped = (await Promise.all(projects.map((project) => stopRunning(deps, project, stopper)))).flat()
  return [...lines, `${count(stopped.length, 'run')} cancelled`, ...stopped]
}

/** Lets waiting runs start. Returns the lines to print. */
export async function resumeWork(
  deps: JobStore,
  given: GivenScope & { readonly by: string },
): Promise<string[]> {
  const found = await findScope(deps.store, given)
  const { scope, name } = found
  const entry = auditHold(deps, 'operator.resumed', found, { by: given.by, detail: null })
  const hold = await releaseHold(deps.store, scope, deps.now(), entry)
  if (hold === null) return [`${name} is not paused`]
  return [
    `${name} works again; it was paused since ${date(hold.heldAt)}. Waiting jobs start within about a minute.`,
  ]
}

const auditHold = (
  { now, retention }: JobStore,
  action: Action & `operator.${string}`,
  { scope, name, accountId }: NamedScope,
  { by, detail }: { readonly by: string; readonly detail: string | null },
): Commit => {
  const project = scope.kind === 'project' ? scope.id : null
  const subject = { id: String(scope.id), name }
  return auditEntry(
    { accountId, at: now(), action, by: operator(by), project, subject, detail },
    retention.auditMs,
  )
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

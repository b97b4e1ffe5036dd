import { type Actor, operator } from '../audit/actor.ts'
import { type Action, auditEntry } from '../audit/audit-entry.ts'
import { commandOf } from '../command-line/command-name.ts'
import { jobListKeys } from '../job-store/job-commit.ts'
import { loadJob } from '../job-store/job-record.ts'
import type { JobStore } from '../job-store/update-job.ts'
import { cancelJob } from '../jobs/cancel-job.ts'
import { beginHold, type Hold, type HoldScope, holdInForce, releaseHold } from '../limits/hold.ts'
import { findAccount } from '../projects/account.ts'
import { allProjects, knownAccounts, projectIdOfRepository, repositoryOf } from '../projects/list-projects.ts'
import { loadProject } from '../projects/project.ts'
import { idOfPlace } from '../store/keys.ts'
import type { Commit, Store } from '../store/store.ts'

interface PauseOrder extends GivenScope {
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
  const account = await heldAccountOf(deps, found)
  const lines = [
    did !== 'begin'
      ? `${name} has been paused ${told(hold)}${did === 'explain' ? ' (the reason is new)' : ''}`
      : account === null
        ? `${name} is paused: new jobs are accepted and wait. ${resumeOf(found)} starts them.`
        : `${name} is paused: new jobs are accepted and wait.`,
    ...(account === null
      ? []
      : [
          `Its account ${account.name} has been paused ${told(account.hold)}. To start the jobs, resume both: ${resumeOf(found)}, ${resumeOf(account)}`,
        ]),
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
  const others = await stillHeld(deps, found)
  if (hold === null) return [`${name} is not paused${others.length === 0 ? '' : ' itself'}`, ...others]
  const since = `it was paused since ${date(hold.heldAt)}`
  // While the account is paused, the project does not work.
  if (scope.kind === 'project' && others.length > 0)
    return [`${name} itself is resumed; ${since}.`, ...others]
  return [`${name} works again; ${since}. Waiting jobs start within about a minute.`, ...others]
}

/** What stays paused after a resume: the account of a project, or projects of an account. One line each. */
async function stillHeld(deps: JobStore, found: NamedScope): Promise<string[]> {
  const account = await heldAccountOf(deps, found)
  const held = account === null ? await heldProjectsOf(deps.store, found) : [account]
  return held.map(
    (other) =>
      `The ${other.scope.kind} ${other.name} is still paused, ${told(other.hold)}. ${resumeOf(other)} starts its jobs.`,
  )
}

/** The hold of the account of a project; `null`: the scope is no project, or its account is not held. */
async function heldAccountOf(
  { store }: JobStore,
  { scope, name, accountId }: NamedScope,
): Promise<(Named & { readonly hold: Hold }) | null> {
  if (scope.kind !== 'project') return null
  const account = { kind: 'account', id: accountId } as const
  const hold = await holdInForce(store, account)
  return hold === null ? null : { scope: account, name: name.split('/')[0] ?? name, hold }
}

type Named = Pick<NamedScope, 'scope' | 'name'>

const resumeOf = ({ scope, name }: Named): string => `\`${commandOf('resume', `--${scope.kind} ${name}`)}\``

/** When a hold began, who ordered it, and why. */
const told = ({ heldAt, by, why }: Hold): string => `since ${date(heldAt)} by ${by}${because(why)}`

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
      `${scope.kind.padEnd(7)}  ${name}  since ${date(hold.heldAt)}  by ${hold.by}${because(hold.why)}`,
  )
}

const PAGE = 500

/**
 * Cancels every run of the project that has been dispatched; queued runs stay queued. Returns the ids of their jobs. The
 * server ends the workflow runs.
 */
async function stopRunning(deps: JobStore, project: string, by: Actor): Promise<string[]> {
  const stopped: string[] = []
  const prefix = jobListKeys.of(project, 'active')
  for (let after: string | undefined; ; ) {
    const page = await deps.store.list({ prefix, limit: PAGE, ...(after === undefined ? {} : { after }) })
    for (const { key } of page) {
      const job = idOfPlace(key.slice(prefix.length))
      const found = await loadJob(deps.store, { project, job })
      if (found === null || found.job.run.state === 'queued') continue
      await cancelJob(deps, { project, job }, by)
      stopped.push(job)
    }
    after = page.at(-1)?.key
    if (page.length < PAGE || after === undefined) return stopped
  }
}

/** What a hold is about, with its name for people and the projects in it. */
interface NamedScope {
  readonly scope: HoldScope
  /** The login of the account, or `owner/name`. */
  readonly name: string
  readonly projects: readonly string[]
  readonly accountId: number
}

/** Exactly one is given. */
interface GivenScope {
  readonly account: string | undefined
  /** `owner/name`, or the id of the project. */
  readonly project: string | undefined
}

/** The account or project of this name. An unknown one is an error that says what exists. */
async function findScope(store: Store, { account, project }: GivenScope): Promise<NamedScope> {
  if (project !== undefined) return findProject(store, project)
  const { id, login } = await findAccount({ store }, account ?? '')
  const projects = await allProjects(store, id)
  return {
    scope: { kind: 'account', id },
    name: login,
    projects: projects.map((found) => found.id),
    accountId: id,
  }
}

async function findProject(store: Store, given: string): Promise<NamedScope> {
  const [owner = '', name] = given.split('/')
  const id = name === undefined ? given : await idOf(store, owner, given)
  const project = id === null ? null : await loadProject(store, id)
  if (project === null)
    throw new Error(
      `there is no project ${given}: \`${commandOf('projects')}\` lists the projects and their ids`,
    )
  return {
    scope: { kind: 'project', id: project.id },
    name: repositoryOf(project),
    projects: [project.id],
    accountId: project.accountId,
  }
}

const idOf = async (store: Store, owner: string, repository: string): Promise<string | null> =>
  projectIdOfRepository(store, (await findAccount({ store }, owner)).id, repository)

interface HeldScope {
  readonly scope: HoldScope
  readonly name: string
  readonly hold: Hold
}

/** The holds that are in force. */
export async function listHolds(store: Store): Promise<HeldScope[]> {
  const held: HeldScope[] = []
  for (const { id, login } of await knownAccounts(store)) {
    const account = { kind: 'account', id } as const
    held.push(...(await holdOf(store, account, login)), ...(await heldProjectsOf(store, { scope: account })))
  }
  return held
}

/** The holds of single projects of an account; of a project: none. */
async function heldProjectsOf(store: Store, { scope }: Pick<NamedScope, 'scope'>): Promise<HeldScope[]> {
  if (scope.kind !== 'account') return []
  const held: HeldScope[] = []
  for (const project of await allProjects(store, scope.id))
    held.push(...(await holdOf(store, { kind: 'project', id: project.id }, repositoryOf(project))))
  return held
}

async function holdOf(store: Store, scope: HoldScope, name: string): Promise<HeldScope[]> {
  const hold = await holdInForce(store, scope)
  return hold === null ? [] : [{ scope, name, hold }]
}

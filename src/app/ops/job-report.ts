import { PROTOCOL_VERSION } from '../../contract/runner-protocol/protocol.ts'
import { auditKeys } from '../audit/audit-entry.ts'
import { Variables } from '../config/environment.ts'
import { runId } from '../domain/run-id.ts'
import { jobKeys } from '../job-store/job-record.ts'
import { messageKeys } from '../job-store/messages.ts'
import { eventKeys, runOfEvents } from '../job-store/read-progress.ts'
import { runKeys } from '../job-store/run-history.ts'
import { holdKeys } from '../limits/hold.ts'
import { ProjectConfig, parseProjectConfig } from '../projects/parse-project-config.ts'
import { projectKeys } from '../projects/project.ts'
import { readFormat } from '../store/format.ts'
import type { OpenedStore, Store } from '../store/store.ts'
import {
  AUDIT,
  type Context,
  EVENT,
  HEARTBEAT,
  HOLD,
  JOB,
  MESSAGE,
  openContext,
  PROJECT,
  RESULT,
  RUN,
  type Shown,
  show,
} from './report-fields.ts'

/** The server that makes the report. */
export interface ReportingServer {
  readonly version: string
  readonly node: string
  /** Operating system and processor. */
  readonly platform: string
  /** SQLite, PostgreSQL or Redis. */
  readonly store: string
  readonly environment: NodeJS.ProcessEnv
}

const MOST_RUNS = 10
const MOST_EVENTS = 30
const MOST_MESSAGES = 20
const MOST_AUDIT_ENTRIES = 50
const AUDIT_ENTRIES_READ = 5_000
const STEP = 200

/** A report for a public issue, as text; `null`: there is no such job. Only reads. */
export async function reportJob(
  store: OpenedStore,
  job: string,
  server: ReportingServer,
): Promise<string | null> {
  const project = await findProject(store, job)
  if (project === null) return null
  const stored = parse(await store.get(jobKeys.record({ job, project })))
  const createdAt = numberIn(stored, 'createdAt')
  const context = openContext(createdAt)
  const sections: Parts = {
    server: await describeServer(store, server),
    job: { created: hourOf(createdAt), ...partsOf(show(JOB, stored, context)) },
    project: await describeProject(store, project, context),
    messages: await describeMessages(store, job, numberIn(stored, 'messages'), context),
    runs: await describeRuns(store, { project, job, current: fieldOf(stored, 'run') }, context),
    audit: await describeAudit(store, { job, stored }, context),
  }
  const lines = Object.entries(sections).flatMap(([name, value]) => ['', ...linesOf(name, value)])
  return `${[...INTRODUCTION, ...lines].join('\n')}\n`
}

const INTRODUCTION = [
  'Job report of Prentice, version 1',
  'It has numbers, times and words of closed lists: no text that a person or a model wrote, no name, address or key.',
  'Names such as repository-1 stand for the same thing throughout. Times are seconds after the job was created.',
]

/** The job is looked up by its id alone, as people have it from a URL or a log. */
async function findProject(store: OpenedStore, job: string): Promise<string | null> {
  const prefix = jobKeys.record({ job, project: '' })
  for await (const [key] of store.keys(prefix)) if (key !== undefined) return key.slice(prefix.length)
  return null
}

/** `undefined`: none. What is no JSON is shown as unexpected, wherever a record belongs. */
function parse(raw: string | undefined): unknown {
  if (raw === undefined) return undefined
  try {
    return JSON.parse(raw)
  } catch {
    return ''
  }
}

function fieldOf(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  return new Map<string, unknown>(Object.entries(value)).get(name)
}

function numberIn(value: unknown, name: string): number | null {
  const field = fieldOf(value, name)
  return typeof field === 'number' ? field : null
}

type Parts = { readonly [name: string]: Shown }

const isParts = (value: Shown): value is Parts =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const partsOf = (value: Shown): Parts => (isParts(value) ? value : { record: value })

/** The exact time would find what the job did on a public repository. */
const hourOf = (at: number | null): string =>
  at === null || Math.abs(at) > 8.64e15 ? '(unknown)' : `${new Date(at).toISOString().slice(0, 13)} UTC`

async function describeServer(store: Store, server: ReportingServer): Promise<Shown> {
  const { environment } = server
  const isNamed = (name: string) => Boolean(environment[name] || environment[`${name}_FILE`])
  return {
    version: server.version,
    node: server.node,
    platform: server.platform,
    store: server.store,
    format: (await readFormat(store)).format,
    protocol: PROTOCOL_VERSION,
    github: kindOfGithub(environment.GITHUB_SERVER_URL),
    variables: Object.keys(Variables.shape).filter(isNamed),
  }
}

function kindOfGithub(url: string | undefined): string {
  const host = url ? URL.parse(url)?.hostname : 'github.com'
  if (host === 'github.com') return host
  return host?.endsWith('.ghe.com') ? 'ghe.com' : 'Enterprise Server'
}

async function describeProject(store: Store, project: string, context: Context): Promise<Shown> {
  const stored = parse(await store.get(projectKeys.record(project)))
  if (stored === undefined) return null
  const account = numberIn(stored, 'accountId')
  const [ofAccount, ofProject] = await store.getMany([
    holdKeys.of('account', String(account)),
    holdKeys.of('project', project),
  ])
  return {
    ...partsOf(show(PROJECT, stored, context)),
    settings: changedSettings(fieldOf(stored, 'config')),
    ...(ofAccount !== undefined && { accountHold: show(HOLD, parse(ofAccount), context) }),
    ...(ofProject !== undefined && { projectHold: show(HOLD, parse(ofProject), context) }),
  }
}

/** The settings that differ from their defaults, by the names of the stored record, without their values. */
function changedSettings(config: unknown): Shown {
  if (typeof config !== 'object' || config === null) return config === null ? null : '(unexpected)'
  const parsed = parseProjectConfig([])
  const defaults = parsed.kind === 'valid' ? parsed.config : {}
  return Object.keys(ProjectConfig.shape).flatMap((name) => {
    const [own, usual] = [fieldOf(config, name), fieldOf(defaults, name)]
    if (isAlike(own, usual)) return []
    const parts = typeof usual === 'object' && usual !== null ? Object.keys(usual) : []
    const changed = parts.filter((part) => !isAlike(fieldOf(own, part), fieldOf(usual, part)))
    return Array.isArray(usual) || changed.length === 0 ? [name] : changed.map((part) => `${name}.${part}`)
  })
}

const isAlike = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other)

async function describeMessages(
  store: Store,
  job: string,
  messages: number | null,
  context: Context,
): Promise<Shown> {
  const last = messages ?? 0
  const length = Math.min(MOST_MESSAGES, Math.max(0, Math.floor(last)))
  const shown: Shown[] = []
  for (const number of Array.from({ length }, (_, index) => last - length + 1 + index)) {
    const stored = parse(await store.get(messageKeys.record(job, number)))
    shown.push({ number, ...(stored !== undefined && partsOf(show(MESSAGE, stored, context))) })
  }
  return shown
}

interface RunsOfJob {
  readonly project: string
  readonly job: string
  /** The record of the current run. */
  readonly current: unknown
}

/** The newest runs, oldest first, each with what its runner reported. */
async function describeRuns(
  store: Store,
  { project, job, current }: RunsOfJob,
  context: Context,
): Promise<Shown> {
  const newest = numberIn(current, 'number') ?? 1
  const after = runKeys.ended(job, Math.max(0, newest - MOST_RUNS))
  const ended = await store.list({ prefix: runKeys.endedOf(job), after, limit: MOST_RUNS })
  const earlier = ended.map(({ value }) => parse(value)).filter((run) => numberIn(run, 'number') !== newest)
  const runs: Shown[] = []
  for (const run of [...earlier, current]) {
    const number = numberIn(run, 'number') ?? newest
    const [result, heartbeat, patch] = await store.getMany([
      runKeys.result(job, number),
      runKeys.heartbeat(runId({ project, job, run: number })),
      runKeys.patch(job, number),
    ])
    runs.push({
      ...partsOf(show(RUN, run, context)),
      ...(result !== undefined && { result: show(RESULT, parse(result), context) }),
      ...(heartbeat !== undefined && { heartbeat: show(HEARTBEAT, parse(heartbeat), context) }),
      ...(patch !== undefined && { patch: patch.length }),
      ...(await describeEvents(store, job, number, context)),
    })
  }
  return runs
}

/** How many events of each kind there are, and the last ones. */
async function describeEvents(store: Store, job: string, run: number, context: Context): Promise<Parts> {
  const shown: Parts[] = []
  for (let after = eventKeys.batch(job, run, 0); ; ) {
    const entries = await store.list({ prefix: eventKeys.of(job), after, limit: STEP })
    const own = entries.filter(({ key }) => runOfEvents(key) === run)
    for (const { value } of own) {
      const batch = parse(value)
      for (const stored of Array.isArray(batch) ? batch : [batch]) {
        const { event, ...place }: { readonly event?: unknown } = Object(stored)
        shown.push(partsOf(show(EVENT, { ...place, ...Object(event) }, context)))
      }
    }
    const last = own.at(-1)
    if (last === undefined || own.length < STEP) break
    after = last.key
  }
  if (shown.length === 0) return {}
  const counts: Record<string, number> = {}
  for (const { type, tool, ok } of shown) {
    const kind = tool === undefined ? `${type}` : `${type} ${tool}${ok === false ? ' failed' : ''}`
    counts[kind] = (counts[kind] ?? 0) + 1
  }
  const kinds = Object.entries(counts).map(([kind, times]) => `${kind} ${times}`)
  return { events: kinds, lastEvents: shown.slice(-MOST_EVENTS) }
}

/** What people did to the job, newest first. */
async function describeAudit(
  store: Store,
  { job, stored }: { readonly job: string; readonly stored: unknown },
  context: Context,
): Promise<Shown> {
  const account = numberIn(stored, 'accountId')
  if (account === null) return []
  const prefix = auditKeys.of(account)
  const found: Shown[] = []
  let after: string | undefined
  for (let read = 0; read < AUDIT_ENTRIES_READ; read += STEP) {
    const entries = await store.list({ prefix, limit: STEP, ...(after !== undefined && { after }) })
    const parsed = entries.map(({ value }) => parse(value))
    const own = parsed.filter((entry) => fieldOf(fieldOf(entry, 'subject'), 'id') === job)
    found.push(...own.map((entry) => show(AUDIT, entry, context)))
    after = entries.at(-1)?.key
    const oldest = numberIn(parsed.at(-1), 'at')
    const isOver = entries.length < STEP || (oldest !== null && oldest < (context.start ?? 0))
    if (isOver || found.length >= MOST_AUDIT_ENTRIES) break
  }
  return found.slice(0, MOST_AUDIT_ENTRIES)
}

const WIDTH = 116

/** A value on one line if it fits, otherwise a line for each of its parts. */
function linesOf(name: string, value: Shown, indent = ''): string[] {
  const line = lineOf(value)
  if (line !== null && indent.length + name.length + line.length < WIDTH) return [`${indent}${name}: ${line}`]
  const parts = isParts(value) ? Object.entries(value) : listed(value)
  return [`${indent}${name}:`, ...parts.flatMap(([part, of]) => linesOf(part, of, `${indent}  `))]
}

/** `null`: it has parts that have parts. */
function lineOf(value: Shown): string | null {
  if (!isParts(value)) return wordOf(value, ', ')
  const words = Object.entries(value).map(([name, part]) => [name, wordOf(part, ',')] as const)
  return words.every(([, word]) => word !== null)
    ? words.map(([name, word]) => `${name}=${word}`).join(' ')
    : null
}

function wordOf(value: Shown, comma: string): string | null {
  if (isScalar(value)) return String(value)
  const parts = listed(value).map(([, part]) => part)
  return isParts(value) || !parts.every(isScalar) ? null : parts.join(comma) || 'none'
}

const isScalar = (value: Shown): value is null | boolean | number | string =>
  typeof value !== 'object' || value === null

const listed = (value: Shown): [string, Shown][] =>
  Array.isArray(value) ? value.map((part, index) => [String(index + 1), part]) : []

import { STATUS_CODES } from 'node:http'
import { getSystemErrorMap } from 'node:util'
import { AgentEvent, type RecordedEvent, Stage } from '../../contract/events.ts'
import { Mode } from '../../contract/job.ts'
import { SAME_PRICE } from '../../contract/known-models.ts'
import { parseModelName } from '../../contract/model.ts'
import { PRICES } from '../../contract/model-data.ts'
import { Reason, reason, splitReason } from '../../contract/reasons.ts'
import { RunState, type Usage } from '../../contract/run.ts'
import type { ResultRequest } from '../../contract/runner-protocol/result.ts'
import { ACTIONS, type AuditEntry } from '../audit/audit-entry.ts'
import type { Job } from '../domain/job.ts'
import type { PullOutcome } from '../domain/outcome.ts'
import type { PendingCleanup, Run } from '../domain/run.ts'
import type { Message } from '../job-store/messages.ts'
import type { Hold } from '../limits/hold.ts'
import type { Project } from '../projects/project.ts'

/**
 * What a report of a job may show of the stored records: a list of fields, each with what is shown of its value. What no
 * field names stays out, and no field shows a text: numbers, yes or no, and words of closed lists. Records are read as
 * they are stored, since a damaged one is what a report is made for.
 */

export type Shown = null | boolean | number | string | readonly Shown[] | { readonly [name: string]: Shown }

/** What all fields of one report share. */
export interface Context {
  /** Epoch milliseconds; times are shown as the seconds since then. `null`: unknown. */
  readonly start: number | null
  /** The same name for the same value, in this report. */
  pseudonym(kind: string, value: string | number): string
}

export function openContext(start: number | null): Context {
  const known = new Map<string, string>()
  const counts = new Map<string, number>()
  return {
    start,
    pseudonym(kind, value) {
      const key = `${kind} ${value}`
      const before = known.get(key)
      if (before !== undefined) return before
      const number = (counts.get(kind) ?? 0) + 1
      counts.set(kind, number)
      known.set(key, `${kind}-${number}`)
      return `${kind}-${number}`
    },
  }
}

/** What is shown of a value; `null` is shown as it is. */
type Field = (value: unknown, context: Context) => Shown

/** A value of another type than it should have. Nothing of it is shown. */
const UNEXPECTED = '(unexpected)'
/** A word that is not on the closed list, for example of a newer version. */
const OTHER = '(other)'

const count: Field = (value) => (Number.isFinite(value) ? Number(value) : UNEXPECTED)
const flag: Field = (value) => (typeof value === 'boolean' ? value : UNEXPECTED)
const isSet: Field = () => 'set'
const lengthOf: Field = (value) => {
  if (typeof value === 'string') return `${value.length} characters`
  return Array.isArray(value) ? `${value.length} entries` : UNEXPECTED
}

const moment: Field = (value, { start }) => {
  const at = typeof value === 'string' ? Date.parse(value) : value
  if (typeof at !== 'number' || !Number.isFinite(at) || start === null) return UNEXPECTED
  return `${at < start ? '' : '+'}${((at - start) / 1000).toFixed(3)}s`
}

const oneOf =
  (words: readonly string[]): Field =>
  (value) =>
    words.find((word) => word === value) ?? OTHER

const pseudonym =
  (kind: string): Field =>
  (value, context) =>
    typeof value === 'string' || typeof value === 'number' ? context.pseudonym(kind, value) : UNEXPECTED

const listOf =
  (field: Field): Field =>
  (value, context) =>
    Array.isArray(value) ? value.map((item) => show(field, item, context)) : UNEXPECTED

type NameIn<T> = T extends unknown ? keyof T & string : never

/** Fields of a record, in this order. One that the record lacks is left out. */
const record =
  <T>(fields: { readonly [K in NameIn<T>]?: Field }): Field =>
  (value, context) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return UNEXPECTED
    const own = new Map<string, unknown>(Object.entries(value))
    return Object.fromEntries(
      Object.entries<Field | undefined>(fields).flatMap(([name, field]) =>
        field === undefined || !own.has(name) ? [] : [[name, show(field, own.get(name), context)]],
      ),
    )
  }

export const show = (field: Field, value: unknown, context: Context): Shown =>
  value === null ? null : field(value, context)

const model: Field = (value) => {
  const parsed = typeof value === 'string' ? parseModelName(value) : null
  if (parsed === null) return OTHER
  const name = `${parsed.provider}/${parsed.id}`
  const listed = Object.keys(PRICES).find(
    (one) => name.startsWith(one) && SAME_PRICE.test(name.slice(one.length)),
  )
  return listed ?? `${parsed.provider}/${OTHER}`
}

const ERROR_CODES = [
  ...[...getSystemErrorMap().values()].map(([name]) => name),
  'ENOTFOUND',
  'CERT_HAS_EXPIRED',
  'DEPTH_ZERO_SELF_SIGNED_CERT',
  'ERR_TLS_CERT_ALTNAME_INVALID',
  'SELF_SIGNED_CERT_IN_CHAIN',
  'UNABLE_TO_GET_ISSUER_CERT_LOCALLY',
  'UNABLE_TO_VERIFY_LEAF_SIGNATURE',
  'UND_ERR_BODY_TIMEOUT',
  'UND_ERR_CONNECT_TIMEOUT',
  'UND_ERR_HEADERS_TIMEOUT',
  'UND_ERR_SOCKET',
]
/** With those of Cloudflare and of Anthropic. */
const STATUSES = [
  ...Object.keys(STATUS_CODES).filter((status) => status >= '400'),
  '520',
  '522',
  '524',
  '529',
]
const KNOWN_WORDS = new Set([...ERROR_CODES, ...STATUSES])
const MOST_WORDS = 10

/** The error codes and HTTP statuses that a text names. */
const errorWords: Field = (value) => {
  if (typeof value !== 'string') return UNEXPECTED
  // A status has no prefix: `#404` is a pull request.
  const words = value.match(/[A-Z][A-Z_]{3,}|(?<![\w.#-])[45]\d\d(?![\w-]|\.\d)/g) ?? []
  return [...new Set(words.filter((word) => KNOWN_WORDS.has(word)))].slice(0, MOST_WORDS)
}

const CODES = Reason.shape.code.options

/** Why a run ended: the code, our own sentence without its variable part, and the error codes in that part. */
const reasonField: Field = (value, context) => {
  const stored = record<Reason>({ code: oneOf(CODES), message: errorWords })(value, context)
  if (typeof stored !== 'object' || stored === null) return UNEXPECTED
  const { code: shown, message: errors = [] } = { ...stored } as { code?: Shown; message?: Shown }
  const code = CODES.find((one) => one === shown)
  return {
    code: shown ?? null,
    ...(code !== undefined && { text: splitReason(reason(code, '…')).what }),
    errors,
  }
}

const MODES = oneOf(Mode.options)

const usage = record<Usage>({
  steps: count,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  costUsd: count,
  brokenOff: count,
  estimated: count,
  models: listOf(record<NonNullable<Usage['models']>[number]>({ model, steps: count })),
})

const origin = record<Job['origin']>({
  kind: oneOf(['key', 'actor', 'github', 'watch', 'settings']),
  id: pseudonym('actor'),
  via: oneOf(['dashboard', 'comment', 'review-comment', 'review', 'label']),
  type: oneOf(['Bot']),
  onPullRequest: flag,
})

const workflow = record<NonNullable<Run['workflow']>>({
  repositoryId: pseudonym('repository'),
  ownerId: pseudonym('account'),
  actorId: pseudonym('actor'),
})

export const RUN = record<Run>({
  number: count,
  state: oneOf(RunState.options),
  first: count,
  last: count,
  mode: MODES,
  retryOf: count,
  answers: count,
  queuedAt: moment,
  parkedUntil: moment,
  parkings: count,
  dueAt: moment,
  waiting: flag,
  githubChanged: flag,
  attempts: count,
  dispatchedAt: moment,
  workflow,
  workflowRunId: pseudonym('workflow-run'),
  filesSha: pseudonym('commit'),
  budgets: lengthOf,
  baseMerge: record<NonNullable<Run['baseMerge']>>({
    kind: oneOf(['sent', 'left']),
    headSha: pseudonym('commit'),
    baseSha: pseudonym('commit'),
    at: moment,
  }),
  baseMovedSince: moment,
  baseHead: pseudonym('commit'),
  claimedAt: moment,
  readsContext: flag,
  review: record<NonNullable<Run['review']>>({
    pullRequest: pseudonym('pull-request'),
    headSha: pseudonym('commit'),
    isOfFork: flag,
    postingSince: moment,
    id: pseudonym('review'),
  }),
  publishingAt: moment,
  encryptedToken: isSet,
  report: record<NonNullable<Run['report']>>({
    outcome: oneOf(['published', 'no-change', 'failed', 'cancelled']),
    headSha: pseudonym('commit'),
    pullRequest: pseudonym('pull-request'),
    reason: reasonField,
    parking: record<NonNullable<NonNullable<Run['report']>['parking']>>({ seconds: count }),
  }),
  reportedAt: moment,
  usage,
  reason: reasonField,
  endedAt: moment,
})

const PULL = record<PullOutcome>({
  number: pseudonym('pull-request'),
  openedAt: moment,
  firstSha: pseudonym('commit'),
  state: oneOf(['pending', 'accepted', 'rejected']),
  endedAt: moment,
  followUps: count,
  peopleCommits: count,
  firstChecks: oneOf(['passed', 'failed']),
  revertedAt: moment,
})

export const JOB = record<Job>({
  v: count,
  rev: count,
  project: pseudonym('project'),
  repositoryId: pseudonym('repository'),
  accountId: pseudonym('account'),
  origin,
  model,
  fallbackModels: listOf(model),
  base: isSet,
  draft: flag,
  questions: flag,
  workingDirectory: isSet,
  batch: record<NonNullable<Job['batch']>>({ id: pseudonym('batch'), number: count, capUsd: count }),
  files: lengthOf,
  outside: lengthOf,
  archivedAt: moment,
  lastActivityAt: moment,
  deletedAt: moment,
  dueAt: moment,
  messages: count,
  taken: count,
  modes: listOf(record<NonNullable<Job['modes']>[number]>({ from: count, mode: MODES })),
  asked: record<NonNullable<Job['asked']>>({ run: count, first: count }),
  branchExists: flag,
  pullRequest: record<NonNullable<Job['pullRequest']>>({
    number: pseudonym('pull-request'),
    state: oneOf(['draft', 'open', 'merged', 'closed']),
  }),
  outcome: record<NonNullable<Job['outcome']>>({
    at: moment,
    isChange: flag,
    costUsd: count,
    unpriced: count,
    pulls: listOf(PULL),
  }),
  cleanups: listOf(
    record<PendingCleanup>({
      run: count,
      since: moment,
      dueAt: moment,
      cancel: flag,
      readDelivery: flag,
      tries: count,
      cancellations: count,
      workflow,
      workflowRunId: pseudonym('workflow-run'),
      encryptedToken: isSet,
    }),
  ),
})

type Checks = NonNullable<ResultRequest['checks']>

export const RESULT = record<ResultRequest>({
  outcome: oneOf(['published', 'no-change', 'failed', 'cancelled']),
  acknowledged: count,
  summary: lengthOf,
  reason: reasonField,
  usage,
  perStep: lengthOf,
  checks: record<Checks>({
    notRun: isSet,
    results: listOf(record<Checks['results'][number]>({ passed: flag, seconds: count })),
    tests: record<NonNullable<Checks['tests']>>({
      result: oneOf([
        'fails-without-change',
        'does-not-build-without-change',
        'passes-without-change',
        'unknown',
      ]),
      files: count,
    }),
  }),
  changedFiles: record<NonNullable<ResultRequest['changedFiles']>>({ total: count }),
  output: isSet,
  headSha: pseudonym('commit'),
  published: record<{ headSha: string; pullRequest: number }>({
    headSha: pseudonym('commit'),
    pullRequest: pseudonym('pull-request'),
  }),
  obstacle: isSet,
  question: isSet,
  findings: lengthOf,
  patchDescription: isSet,
  parking: record<{ seconds: number | null }>({ seconds: count }),
})

export const MESSAGE = record<Message & { number: number }>({
  number: count,
  at: moment,
  text: lengthOf,
  origin,
  issue: isSet,
  attached: record<NonNullable<Message['attached']>>({ material: lengthOf, sources: lengthOf }),
  update: flag,
  mode: MODES,
  outputSchema: isSet,
  ignored: lengthOf,
})

export const HEARTBEAT = record<{ at: number; seq: number; bytes: number; costUsd: number }>({
  at: moment,
  seq: count,
  bytes: count,
  costUsd: count,
})

/** The tools of the action; a model may name others. A test compares them. */
export const TOOLS = [
  ...['list', 'search', 'read', 'edit', 'multi_edit', 'apply_patch', 'write', 'move', 'make_executable'],
  ...['delete', 'git_log', 'git_show', 'git_diff', 'check', 'run', 'mcp', 'plan', 'ask', 'finish'],
]

const HOSTS = [
  'api.anthropic.com',
  'api.openai.com',
  'generativelanguage.googleapis.com',
  'openrouter.ai',
] as const

/** An event, with its place in the run. */
export const EVENT = record<Omit<RecordedEvent, 'event'> & RecordedEvent['event']>({
  seq: count,
  at: moment,
  type: oneOf(AgentEvent.options.map((option) => option.shape.type.value)),
  stage: oneOf(Stage.options),
  step: count,
  tool: oneOf(TOOLS),
  ok: flag,
  inputTokens: count,
  cachedInputTokens: count,
  outputTokens: count,
  costUsd: count,
  text: lengthOf,
  items: lengthOf,
  number: count,
  host: oneOf(HOSTS),
  why: errorWords,
  retry: count,
  next: moment,
  until: moment,
  from: model,
  to: model,
})

export const PROJECT = record<Project>({
  v: count,
  private: flag,
  visibility: oneOf(['public', 'internal', 'private']),
  accountId: pseudonym('account'),
  installationId: isSet,
  isDeleted: flag,
  defaultBranch: isSet,
  filesSha: pseudonym('commit'),
})

export const HOLD = record<Hold>({ heldAt: moment, releasedAt: moment, why: isSet })

export const AUDIT = record<AuditEntry>({
  at: moment,
  action: oneOf(ACTIONS),
  by: record<AuditEntry['by']>({
    kind: oneOf(['key', 'person', 'operator', 'server']),
    id: pseudonym('actor'),
    via: oneOf(['api', 'dashboard', 'github', 'command-line', 'server']),
  }),
})

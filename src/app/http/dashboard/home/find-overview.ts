import type { BatchView } from '../../../../contract/batch.ts'
import type { Question } from '../../../../contract/question.ts'
import type { ReasonCode } from '../../../../contract/reasons.ts'
import { listBatches } from '../../../batches/list-batches.ts'
import { isEnded } from '../../../domain/run.ts'
import { isParked } from '../../../domain/turns.ts'
import { readOpenQuestion } from '../../../jobs/read-question.ts'
import type { ProjectCheck } from '../../../onboarding/check-project.ts'
import type { ShownWebhook } from '../../../outgoing/endpoints/webhooks.ts'
import type { Project } from '../../../projects/project.ts'
import type { Access, AccountAccess } from '../../../sessions/access.ts'
import { projectIdsWith } from '../frame/find-projects.ts'
import type { PageDeps } from '../frame/page-module.ts'
import { readFilter } from '../jobs/job-filter.ts'
import { type JobRow, readJobRows } from '../jobs/read-jobs.ts'
import { WARN_MS } from '../keys/key-page.ts'
import { judgeProject } from '../projects/projects-page.ts'

/** A project in which jobs cannot work, as its last check says. */
interface BrokenProject {
  readonly project: Project
  readonly why: string
}

interface AskingJob {
  readonly row: JobRow
  readonly question: Question
}

interface EndingWebhook {
  readonly id: string
  readonly name: string
  /** Epoch milliseconds. */
  readonly endsAt: number
}

/** What the first page shows of the work of an account, most urgent first. */
export interface Overview {
  /** Jobs with a question, and what they ask. */
  readonly questions: readonly AskingJob[]
  /** Failed, parked, or without a runner for long. */
  readonly stuck: readonly JobRow[]
  /** There are more failed jobs. */
  readonly hasMoreFailed: boolean
  /** Batches that somebody has to continue. */
  readonly batches: readonly BatchView[]
  readonly broken: readonly BrokenProject[]
  /** Webhooks that end with their API key within two weeks. */
  readonly ending: readonly EndingWebhook[]
  readonly active: readonly JobRow[]
  readonly newest: readonly JobRow[]
}

const MOST_QUESTIONS = 10
const MOST_FAILED = 10
const MOST_ACTIVE = 20
const NEWEST = 5
const BATCHES_SEEN = 20
/** A free runner claims its run within a minute or two. */
const LONG_WAIT_MS = 10 * 60_000

export async function findOverview(
  deps: Pick<PageDeps, 'store' | 'now' | 'log' | 'checks'>,
  {
    access,
    account,
    managed,
  }: {
    readonly access: Access
    readonly account: AccountAccess
    /** The webhooks that the person manages. */
    readonly managed: readonly ShownWebhook[]
  },
  projects: readonly Project[],
): Promise<Overview> {
  const reader = { access, accountId: account.id }
  const rows = (filter: Readonly<Record<string, string>>, limit: number) =>
    readJobRows(
      deps,
      reader,
      readFilter((name) => filter[name], String),
      { limit, after: null },
    )
  const key = { accountId: account.id, projectIds: projectIdsWith(access, account.id, 'read') }
  const [asking, failed, active, newest, batches, checks] = await Promise.all([
    rows({ status: 'completed', reason: 'input-required' satisfies ReasonCode }, MOST_QUESTIONS),
    rows({ status: 'failed' }, MOST_FAILED),
    rows({ status: 'active' }, MOST_ACTIVE),
    rows({}, NEWEST),
    listBatches(deps, { key }, { limit: BATCHES_SEEN, after: null }),
    deps.checks.last(projects.map(({ id }) => id)),
  ])
  // What a person has stopped waits for nobody.
  const ownFailed = failed.rows.filter(({ job }) => job?.run.state !== 'cancelled')
  const [waiting, working] = divide(active.rows, (row) => isStuck(row, deps.now()))
  const questions = await readQuestions(deps, asking.rows)
  const asked = questions.map(({ row }) => row)
  const shown = new Set([...asked, ...ownFailed, ...active.rows].map(({ listed }) => listed.id))
  return {
    questions,
    stuck: [...ownFailed, ...waiting],
    hasMoreFailed: failed.next !== null,
    batches: batches.items.filter(({ status }) => status === 'waiting'),
    broken: projects.flatMap((project, at) => {
      const why = whyBroken(checks[at] ?? null)
      return why === null ? [] : [{ project, why }]
    }),
    ending: managed.flatMap(({ webhook: { id, name, disabled }, endsAt }) =>
      disabled === null && endsAt !== null && endsAt - deps.now() <= WARN_MS ? [{ id, name, endsAt }] : [],
    ),
    active: working,
    newest: newest.rows.filter(({ listed }) => !shown.has(listed.id)),
  }
}

async function readQuestions(
  { store }: Pick<PageDeps, 'store'>,
  rows: readonly JobRow[],
): Promise<AskingJob[]> {
  const read = rows.map(async (row) => ({
    row,
    question: row.job === null ? null : await readOpenQuestion(store, row.job),
  }))
  return (await Promise.all(read)).flatMap(({ row, question }) =>
    question === null ? [] : [{ row, question }],
  )
}

function isStuck({ job }: JobRow, now: number): boolean {
  if (job === null || isEnded(job.run)) return false
  const { run } = job
  return isParked(run) || (run.state === 'dispatched' && now - (run.dispatchedAt ?? now) > LONG_WAIT_MS)
}

function divide<T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] {
  return [all.filter(isFirst), all.filter((one) => !isFirst(one))]
}

/** `null`: nothing is known to be wrong. */
function whyBroken(check: ProjectCheck | null): string | null {
  if (check === null) return null
  if (check.refused !== null) return `GitHub refused the check: ${check.refused}`
  const judged = judgeProject(check, false)
  if (judged.workflow === 'todo')
    return check.workflow.kind === 'missing'
      ? 'It has no workflow file, so jobs fail.'
      : 'Its workflow file cannot be used, so jobs fail.'
  if (judged.settings === 'todo') return 'Its settings are not valid, so jobs fail.'
  return check.organisation === null ? null : 'The settings of the organisation are not valid.'
}

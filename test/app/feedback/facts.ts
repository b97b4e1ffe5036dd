import type { Job } from '../../../src/app/domain/job.ts'
import type { Run } from '../../../src/app/domain/run.ts'
import { NO_PROGRESS, type RunProgress } from '../../../src/app/domain/run-phase.ts'
import { newRun } from '../../../src/app/domain/turns.ts'
import type { JobFacts } from '../../../src/app/feedback/job-facts.ts'
import { type Reason, reason } from '../../../src/contract/reasons.ts'
import type { ResultRequest } from '../../../src/contract/runner-protocol/result.ts'

const START = Date.parse('2026-11-20T12:00:00Z')
const MINUTE = 60_000

const PULL = { number: 18, url: 'https://github.com/acme/docs/pull/18' }
const USAGE = { steps: 9, inputTokens: 5000, cachedInputTokens: 4000, outputTokens: 300, costUsd: 0.21 }

const JOB: Job = {
  v: 1,
  rev: 1,
  id: 'job_01',
  project: 'prj_ya',
  repositoryId: 1234,
  repository: 'https://github.com/acme/docs',
  createdAt: START,
  archivedAt: null,
  lastActivityAt: START,
  deletedAt: null,
  dueAt: null,
  title: 'fix this',
  origin: { kind: 'github', via: 'comment', id: 5, login: 'ana', issue: 12, source: 900 },
  accountId: 77,
  model: 'anthropic/x',
  base: null,
  draft: null,
  branch: 'prentice/abc',
  branchExists: false,
  pullRequest: null,
  messages: 1,
  taken: 1,
  run: newRun(1, 1, 1, START),
  cleanups: [],
}

type Over = Partial<Omit<JobFacts, 'job' | 'current'>> & {
  readonly lastPrompt?: JobFacts['current']['lastPrompt']
  readonly job?: Partial<Job>
  readonly run?: Partial<Run>
  readonly result?: ResultRequest | null
  readonly progress?: Partial<RunProgress>
  readonly startSha?: string | null
}

export function facts({ job, run, result = null, progress, startSha = null, ...over }: Over = {}): JobFacts {
  const current = { ...JOB.run, ...run }
  const asked = { ...JOB, ...job }
  const { lastPrompt = { origin: asked.origin, title: asked.title ?? '' }, ...rest } = over
  return {
    job: { ...JOB, ...job, run: current },
    current: { run: current, startSha, result, progress: { ...NO_PROGRESS, ...progress }, lastPrompt },
    isConfidential: false,
    isHeld: false,
    checkPlaces: new Map(),
    costLimitUsd: 5,
    now: START + 2 * MINUTE,
    ...rest,
  }
}

const LOG = 'https://github.com/acme/docs/actions/runs/1001'

const claimed = { claimedAt: START, workflowRunId: 1001, workflowRunUrl: LOG }

export const running = (over: Over = {}): JobFacts =>
  facts({ ...over, run: { ...claimed, state: 'running', ...over.run } })

const ended = { ...claimed, endedAt: START + 4 * MINUTE, usage: USAGE }

export const RESULT: ResultRequest = {
  outcome: 'published',
  acknowledged: 1,
  summary: 'Replaced the word.',
  usage: USAGE,
  checks: { notRun: null, results: [{ name: 'npm test', passed: true, detail: '', seconds: 3 }] },
  changedFiles: { total: 3, paths: ['a', 'b', 'c'] },
  published: { headSha: 'a'.repeat(40), pullRequest: 18 },
}

const REPORT = { outcome: 'published', headSha: 'a'.repeat(40), pullRequest: 18, reason: null } as const

export const succeeded = (over: Over = {}): JobFacts =>
  facts({
    result: RESULT,
    ...over,
    job: { pullRequest: PULL, branchExists: true, ...over.job },
    run: { ...ended, state: 'succeeded', report: REPORT, ...over.run },
  })

export const failed = (why: Reason, over: Over = {}): JobFacts =>
  facts({ ...over, run: { ...ended, state: 'failed', reason: why, ...over.run } })

export const unfinished = (): JobFacts =>
  failed(reason('time-limit', '30 minutes'), {
    result: { ...RESULT, checks: undefined },
    job: { pullRequest: PULL, branchExists: true },
    run: { report: { ...REPORT, outcome: 'failed' } },
  })

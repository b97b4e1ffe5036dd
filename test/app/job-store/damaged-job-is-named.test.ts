import { expect, test } from 'vitest'
import type { Job } from '../../../src/app/domain/job.ts'
import { parseJob } from '../../../src/app/job-store/job-record.ts'
import { RecordUnreadable } from '../../../src/app/store/store.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { events, NOW, newJob } from '../domain/run-events.ts'

const { workflow } = events.dispatching.plan

/** A job that has every field, and in which none is `null`. */
const full = (): Job => {
  const job = newJob()
  return {
    ...job,
    archivedAt: NOW,
    deletedAt: NOW,
    dueAt: NOW,
    accountId: 9,
    base: 'main',
    draft: true,
    workingDirectory: 'docs',
    metadata: { team: 'docs' },
    batch: { id: 'batch_1', accountId: 9, number: 1, capUsd: 0.5 },
    files: ['docs/a.md'],
    outside: ['the text of issue 12'],
    pullRequest: { number: 3, url: 'https://github.com/o/r/pull/3', state: 'open' },
    run: {
      ...job.run,
      retryOf: 1,
      parkedUntil: NOW,
      parkings: 1,
      readsContext: true,
      dispatchedAt: NOW,
      workflow,
      workflowRunId: 5,
      workflowRunUrl: 'https://x',
      base: 'main',
      claimedAt: NOW,
      baseHead: 'dd',
      budgets: [{ name: 'team', usdPerMonth: 5, warnAt: 80 }],
      baseMerge: { kind: 'sent', headSha: 'ee', baseSha: 'ff', at: NOW },
      baseMovedSince: NOW,
      secretHash: 'aa',
      filesSha: 'bb',
      publishingAt: NOW,
      encryptedToken: 'x',
      report: {
        ...{ outcome: 'failed', headSha: 'cc', pullRequest: 3, reason: reason('model-failed', 'x') },
        parking: { seconds: 5 },
      },
      reportedAt: NOW,
      reason: reason('cancelled', 'x'),
      usage: { steps: 1, inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: null },
      endedAt: NOW,
    },
    cleanups: [
      {
        ...{ run: 1, since: NOW, dueAt: NOW, cancel: true, readDelivery: false, tries: 0, cancellations: 1 },
        ...{ workflow, workflowRunId: 5, encryptedToken: 'x' },
      },
    ],
  }
}

const read = (job: unknown): Job => parseJob('job_1', JSON.stringify(job))

test('a record is read as it was written', () => {
  expect(read(full())).toEqual(full())
  expect(read(newJob())).toEqual(newJob())
})

test('fields that older servers did not write have their defaults', () => {
  const { accountId, ...job } = full()
  const { retryOf, ...run } = job.run
  expect([accountId, retryOf]).toEqual([9, 1])
  expect(read({ ...job, run })).toMatchObject({ accountId: null, run: { retryOf: null } })
})

/** Every path of a JSON value that leads to a plain value. */
function leaves(value: unknown, path: string[] = []): string[][] {
  if (typeof value !== 'object' || value === null) return [path]
  return Object.entries(value).flatMap(([key, inner]) => leaves(inner, [...path, key]))
}

function withValue(value: unknown, [key, ...rest]: string[], replaced: unknown): unknown {
  if (key === undefined) return replaced
  const copy = structuredClone(value) as Record<string, unknown>
  copy[key] = withValue(copy[key], rest, replaced)
  return copy
}

// `v` decides whether a newer version wrote it; an unknown code is one of a newer version.
const CHECKED = leaves(full()).filter((path) => path.join('.') !== 'v' && path.at(-1) !== 'code')

test.each(CHECKED.map((path) => path.join('.')))('a damaged %s is named', (name) => {
  const job = withValue(full(), name.split('.'), { damaged: true })
  expect(() => read(job)).toThrow(RecordUnreadable)
  expect(() => read(job)).toThrow(
    new RegExp(
      `^the record of job job_1 is damaged \\(${name.replaceAll('.', '\\.')}\\): restore it from a backup$`,
    ),
  )
})

test.each(['run.state', 'run.report.outcome', 'origin.kind'])('%s accepts only its own values', (name) => {
  expect(() => read(withValue(full(), name.split('.'), 'other'))).toThrow(`damaged (${name})`)
})

test.each(['published', 'no-change', 'failed', 'cancelled'])('a runner may report %s', (outcome) => {
  expect(read(withValue(full(), ['run', 'report', 'outcome'], outcome)).run.report?.outcome).toBe(outcome)
})

test('a merge by GitHub may have been left to the runner', () => {
  const left = { kind: 'left' }
  expect(read(withValue(full(), ['run', 'baseMerge'], left)).run.baseMerge).toEqual(left)
})

test.each(['draft', 'open', 'merged', 'closed'])('a pull request may be %s', (state) => {
  expect(read(withValue(full(), ['pullRequest', 'state'], state)).pullRequest?.state).toBe(state)
})

test('an error has its cause', () => {
  expect(() => read({})).toThrow(expect.objectContaining({ cause: expect.any(Error) }))
})

test('an unknown code of a newer server is read, and any other value is damage', () => {
  expect(read(withValue(full(), ['run', 'reason', 'code'], 'quota-spent')).run.reason?.code).toBe(
    'quota-spent',
  )
  expect(() => read(withValue(full(), ['run', 'reason', 'code'], 5))).toThrow('damaged (run.reason.code)')
})

test('the other kinds of origin are read, too', () => {
  const origin = { kind: 'actor', id: 5, login: 'ann' }
  expect(read({ ...full(), origin }).origin).toEqual(origin)
  expect(() => read({ ...full(), origin: { ...origin, id: 'x' } })).toThrow('damaged (origin.id)')
})

test.each([
  { kind: 'actor', id: 5, login: 'ann', via: 'dashboard', address: '192.0.2.1' },
  { kind: 'key', id: 'key_1', name: 'ci', address: '192.0.2.1' },
  { ...{ kind: 'github', via: 'comment', id: 5, login: 'ann', issue: 12, source: 900 }, onPullRequest: true },
  { kind: 'watch', id: 'prj_8', name: 'acme/api' },
  { kind: 'settings', id: 'on-ci-failure', name: 'a failure' },
  { kind: 'settings', id: 'on-conflict', name: 'a conflict' },
])('the origin %j is read, and each of its fields is checked', (origin) => {
  expect(read({ ...full(), origin }).origin).toEqual(origin)
  for (const name of Object.keys(origin))
    expect(() => read({ ...full(), origin: { ...origin, [name]: false } })).toThrow(
      `damaged (origin.${name})`,
    )
})

const onGithub = { kind: 'github', via: 'comment', id: 5, login: 'ann', issue: 12, source: 900 }

test.each(['comment', 'review-comment', 'review', 'label'])('an origin on GitHub is read: %s', (via) => {
  const origin = { ...onGithub, via, source: via === 'label' ? null : 900 }
  expect(read({ ...full(), origin }).origin).toEqual(origin)
})

test.each(['via', 'id', 'login', 'issue', 'source'])('the %s of an origin on GitHub is checked', (name) => {
  const origin = { ...onGithub, [name]: true }
  expect(() => read({ ...full(), origin })).toThrow(`damaged (origin.${name})`)
})

test('a job of a newer version is not changed', () => {
  expect(() => read({ v: 2 })).toThrow(
    'job job_1 was written by a newer version of the server (record version 2, known is 1): it stays as it is until that version runs again',
  )
  expect(() => read({ ...full(), v: 0 })).toThrow('damaged (v)')
})

test.each(['', '{', 'null', '5', '[]'])('%j is damaged as a whole', (raw) => {
  expect(() => parseJob('job_1', raw)).toThrow(
    'the record of job job_1 is damaged (the whole): restore it from a backup',
  )
})

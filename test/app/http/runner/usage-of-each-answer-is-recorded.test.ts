import { expect, test } from 'vitest'
import { DEFAULT_RETRIES } from '../../../../src/action/control-plane/server/request.ts'
import { openServerClient } from '../../../../src/action/control-plane/server/server-client.ts'
import { type RunOutcome, resultOf } from '../../../../src/action/outcome/outcome.ts'
import { jobKeys } from '../../../../src/app/job-store/job-record.ts'
import type { JobStore } from '../../../../src/app/job-store/update-job.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import type { AnswerUsage } from '../../../../src/contract/run.ts'
import { RUN_SECRET_HEADER, runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { SECRET, seatedRunner } from '../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../support/app/retention.ts'

const usage = {
  steps: 1,
  inputTokens: 30,
  cachedInputTokens: 8,
  outputTokens: 5,
  costUsd: 0.02,
  brokenOff: 1,
}
const perStep: AnswerUsage[] = [
  { step: 1, inputTokens: 10, cachedInputTokens: 0, outputTokens: 0, costUsd: 0.01, brokenOff: true },
  { step: 1, inputTokens: 20, cachedInputTokens: 8, outputTokens: 5, costUsd: 0.01 },
]
const end: RunOutcome = {
  ending: { outcome: 'no-change', headSha: null, reason: reason('no-change', 'x'), obstacle: null },
  summary: 'Nothing to do.',
  ...{
    usage,
    perStep,
    files: [],
    notices: [],
    checks: null,
    patchPath: null,
    transcriptPath: null,
    patchDescription: null,
  },
}

/** An app with a run at work, and what its runner and the caller of the job say to it. */
async function workingRun() {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const key = { project: app.project, job: String(json.id) }
  const deps: JobStore = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const { run } = await seatedRunner(deps, key)
  const { signal } = new AbortController()
  const client = openServerClient({
    ...{ appUrl: app.url, runSecret: SECRET, signal, retryPolicy: DEFAULT_RETRIES },
    redact: (text) => text,
    mintIdToken: async () => 'unused',
  })
  return {
    app,
    key,
    report: (told: RunOutcome) => client.sendResult(run, resultOf(told, 1), DEFAULT_RETRIES, signal),
    /** As an action of another version words it. */
    send: (body: object) =>
      app.call('POST', runnerPaths.result(run), {
        key: null,
        headers: { [RUN_SECRET_HEADER]: SECRET },
        body,
      }),
    shown: async () => {
      const { json } = await app.call('GET', `/v2/agent/${app.project}/job/${key.job}/runs`)
      return (json.runs as { usage: unknown }[])[0]?.usage
    },
  }
}

test('usage of each answer is shown with the run, and not in the job', async () => {
  const { app, key, report, shown } = await workingRun()
  expect(await report(end)).toMatchObject({ recorded: true })
  expect(await shown()).toEqual({ ...usage, perStep })
  const record = await app.store.get(jobKeys.record(key))
  expect(record).toContain('"brokenOff":1')
  expect(record).not.toContain('perStep')
})

test('the largest report is accepted, and the action omits further entries', async () => {
  const { report, shown } = await workingRun()
  const long = {
    inputTokens: 1_999_999,
    cachedInputTokens: 1_888_888,
    outputTokens: 199_999,
    costUsd: 99.123456,
  }
  const many = Array.from({ length: 1200 }, (_, n) => ({ step: n + 1, ...long }))
  const patchDescription = { title: 't', body: 'b'.repeat(60_000), commitMessage: 'c', endedBy: null }
  const ending = { outcome: 'failed', reason: reason('push-refused', 'x'), published: null } as const
  await report({ ...end, ending, patchDescription, summary: 's'.repeat(20_000), perStep: many })
  expect(await shown()).toEqual({ ...usage, perStep: many.slice(0, 1000) })
})

test('an older action reports no usage for each answer', async () => {
  const { send, shown } = await workingRun()
  const { brokenOff: _, ...before } = usage
  const result = { outcome: 'no-change', acknowledged: 1, summary: null, usage: before, headSha: null }
  expect((await send(result)).status).toBe(200)
  expect(await shown()).toEqual(before)
})

test('a newer action may report more fields', async () => {
  const { send, shown } = await workingRun()
  const later = {
    ...resultOf(end, 1),
    usage: { ...usage, watts: 3 },
    perStep: perStep.map((one) => ({ ...one, ms: 9 })),
  }
  expect((await send({ ...later, moreOfIt: [] })).status).toBe(200)
  expect(await shown()).toEqual({ ...usage, perStep })
})

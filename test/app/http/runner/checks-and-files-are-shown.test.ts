import { expect, test } from 'vitest'
import { type RunOutcome, resultOf } from '../../../../src/action/outcome/outcome.ts'
import { createLog } from '../../../../src/app/log/create-log.ts'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import type { TestEvidence } from '../../../../src/contract/checks.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { SECRET } from '../../../support/app/claimed-runner.ts'
import { watchedJob } from '../v2/events/watched-job.ts'

const END: RunOutcome = {
  ending: { outcome: 'failed', reason: reason('push-refused', 'x'), published: null },
  ...{ summary: null, usage: null, perStep: [], files: [], notices: [], checks: null },
  ...{ patchPath: null, transcriptPath: null, patchDescription: null },
}
const failed = { name: 'Tests', passed: false, detail: 'exit code 1', seconds: 2.5, output: 'secret output' }

/** What callers see of a run that ended so. */
async function shown(end: Partial<RunOutcome>) {
  const app = await startAppServer()
  const { path, deps, runner } = await watchedJob(app)
  const result = ResultRequest.parse(resultOf({ ...END, ...end }, 1))
  await recordResult({ ...deps, ...createLog('silent') }, runner.run, SECRET, result)
  const { json } = await app.call('GET', `${path}/runs`)
  const [run] = json.runs as { checks: unknown; changedFiles: { total: number; paths: string[] } | null }[]
  return run
}

test('results of checks are shown without their output, and changed files by their paths', async () => {
  const passed = { ...failed, name: 'Lint', passed: true, detail: 'unused' }
  const run = await shown({ checks: { kind: 'ran', results: [failed, passed] }, files: ['a.txt', 'b/c.txt'] })
  expect(run).toMatchObject({ changedFiles: { total: 2, paths: ['a.txt', 'b/c.txt'] } })
  expect(run?.checks).toEqual({
    notRun: null,
    results: [
      { name: 'Tests', passed: false, detail: 'exit code 1', seconds: 2.5 },
      { name: 'Lint', passed: true, detail: '', seconds: 2.5 },
    ],
  })
})

test('callers see what the checks did without the change, cut to its limits', async () => {
  const passed = { ...failed, passed: true }
  const tests: TestEvidence = { result: 'unknown', files: 2, checks: ['n'.repeat(500)], why: 'w'.repeat(500) }
  const run = await shown({ checks: { kind: 'ran', results: [passed], tests } })
  expect(run?.checks).toMatchObject({ tests: { ...tests, checks: ['n'.repeat(100)], why: 'w'.repeat(300) } })
})

test('checks that did not run have a reason, with the failed setup command', async () => {
  const why = { kind: 'not-run', why: 'the setup failed', setup: failed } as const
  expect((await shown({ checks: why }))?.checks).toMatchObject({
    notRun: 'the setup failed',
    results: [{ name: 'Tests', passed: false }],
  })
  const alone = await shown({ checks: { ...why, setup: null } })
  expect(alone?.checks).toEqual({ notRun: 'the setup failed', results: [] })
})

test('more than 200 changed files are counted, and long texts are cut', async () => {
  const files = Array.from({ length: 500 }, (_, n) => `${'x'.repeat(2_000)}${n}`)
  const long = { ...failed, name: 'n'.repeat(500), detail: 'd'.repeat(500) }
  const run = await shown({ files, checks: { kind: 'ran', results: [long] } })
  expect([run?.changedFiles?.total, run?.changedFiles?.paths.length]).toEqual([500, 200])
  expect(run?.changedFiles?.paths[0]).toBe('x'.repeat(1_000))
  expect(run?.checks).toMatchObject({ results: [{ name: 'n'.repeat(100), detail: 'd'.repeat(300) }] })
})

test('checks and files are null for a run that ended early, and for an older action', async () => {
  expect(await shown({})).toMatchObject({ checks: null, changedFiles: null })
  const none = {
    ending: { outcome: 'no-change', headSha: null, reason: reason('no-change'), obstacle: null },
  } as const
  expect((await shown(none))?.changedFiles).toEqual({ total: 0, paths: [] })
})

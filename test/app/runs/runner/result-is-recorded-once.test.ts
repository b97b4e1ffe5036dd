import { describe, expect, test } from 'vitest'
import { recordResult } from '../../../../src/app/runs/record-result.ts'
import { reason } from '../../../../src/contract/reasons.ts'
import type { ResultRequest } from '../../../../src/contract/runner-protocol/result.ts'
import { claimedRun, SECRET } from '../../../support/app/claimed-run.ts'
import { dispatchingGithub, useCases } from '../../../support/app/use-cases.ts'

describe('a result', () => {
  const usage = null
  const record = async (result: object) => {
    const world = await useCases(dispatchingGithub())
    const { run, job } = await claimedRun(world)
    const all = { acknowledged: 1, summary: null, usage, ...result } as ResultRequest
    const first = await recordResult(world, run, SECRET, all)
    return { world, run, job: await job(), first, again: await recordResult(world, run, SECRET, all) }
  }

  test.each<[string, object, object]>([
    [
      'published',
      { outcome: 'published', published: { headSha: 'h', pullRequest: 3 } },
      { outcome: 'published', headSha: 'h', pullRequest: 3, reason: null },
    ],
    [
      'without changes',
      { outcome: 'no-change', headSha: 'h' },
      { outcome: 'no-change', headSha: 'h', pullRequest: null, reason: null },
    ],
    [
      'failed',
      { outcome: 'failed', reason: reason('model-failed', 'x'), published: null },
      { outcome: 'failed', headSha: null, pullRequest: null, reason: reason('model-failed', 'x') },
    ],
    [
      'failed, with a draft',
      { outcome: 'failed', reason: reason('model-failed', 'x'), published: { headSha: 'h', pullRequest: 4 } },
      { outcome: 'failed', headSha: 'h', pullRequest: 4, reason: reason('model-failed', 'x') },
    ],
    [
      'cancelled',
      { outcome: 'cancelled' },
      {
        outcome: 'cancelled',
        ...{ headSha: null, pullRequest: null },
        reason: reason('runner-cancelled', 'the runner received a signal to stop'),
      },
    ],
  ])('that is %s is recorded once', async (_, result, report) => {
    const { job, first, again } = await record(result)
    expect(job.run).toMatchObject({ state: 'delivered', report })
    expect(first).toEqual({ kind: 'recorded-or-not', recorded: true, note: 'recorded' })
    expect(again).toEqual({
      kind: 'recorded-or-not',
      recorded: false,
      note: expect.stringMatching(/^ignored: ./),
    })
  })
})

import type { ResultRequest } from '../../contract/runner-protocol.ts'

/** What each answer of a run used; `undefined`: not known, or not shown. */
export type PerStep = ResultRequest['perStep']

/** In one answer of ours: about 200 KB. The summaries of the most runs are larger. */
const MOST_SHOWN = 2000

/** Of the runs of a job, oldest first: the newest as far as they have room together, each whole or not at all. Pure. */
export function showAnswers(runs: readonly PerStep[]): PerStep[] {
  let room = MOST_SHOWN
  return runs
    .toReversed()
    .map((perStep) => {
      room -= perStep?.length ?? 0
      return room < 0 ? undefined : perStep
    })
    .toReversed()
}

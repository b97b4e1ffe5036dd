import type { EvalPull, ModelSummary, Passed } from '../../contract/local-eval.ts'

/** What all runs of a model show. Runs that broke say nothing about it. Pure. */
export function summarize(
  model: string,
  {
    pulls,
    repeat,
    cutOff,
  }: { readonly pulls: readonly EvalPull[]; readonly repeat: number; readonly cutOff: string | null },
): ModelSummary {
  const runs = pulls.map(({ human, attempts }) => ({
    human,
    attempts: attempts.filter((attempt) => attempt.model === model),
  }))
  const all = runs.flatMap(({ human, attempts }) => attempts.map((attempt) => ({ human, ...attempt })))
  const counted = all.filter(({ resolved }) => resolved !== null)
  const complete = runs
    .map(({ attempts }) => attempts.filter(({ resolved }) => resolved !== null))
    .filter(({ length }) => length === repeat)
  return {
    ...{ model, cutOff },
    resolved: share(counted, ({ resolved }) => resolved === true),
    unmarked: share(
      counted.filter(({ marks }) => marks.length === 0),
      ({ resolved }) => resolved === true,
    ),
    always: share(complete, (attempts) => attempts.every(({ resolved }) => resolved === true)),
    broken: all.length - counted.length,
    costUsd: all.reduce((sum, { costUsd }) => sum + costUsd, 0),
    medianCostUsd: median(counted.map(({ costUsd }) => costUsd)),
    medianSeconds: median(counted.map(({ seconds }) => seconds)),
    medianSteps: median(counted.map(({ steps }) => steps)),
    medianSizeRatio: median(
      counted.flatMap(({ resolved, size, human }) =>
        resolved === true && size !== null && human.lines > 0 ? [size.lines / human.lines] : [],
      ),
    ),
  }
}

const share = <T>(all: readonly T[], isPassed: (one: T) => boolean): Passed => ({
  passed: all.filter(isPassed).length,
  of: all.length,
})

/** `null`: of nothing. */
function median(values: readonly number[]): number | null {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = Math.floor(sorted.length / 2)
  const [low, high] = [sorted[sorted.length % 2 === 0 ? middle - 1 : middle], sorted[middle]]
  return low === undefined || high === undefined ? null : (low + high) / 2
}

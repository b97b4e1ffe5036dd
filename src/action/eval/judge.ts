import type { EvalAttempt, Passed, PullVerdict } from '../../contract/local-eval.ts'
import type { CheckResult } from '../checks/checks-report.ts'
import { kindOf } from '../checks/evidence/judge-evidence.ts'

/** The results of the same checks, in their order. */
export type Results = readonly CheckResult[]

const refuse = (why: string): PullVerdict => ({ isUsed: false, why })

export const NOTHING_FAILS = refuse('its tests also pass without its change')

/**
 * Whether the tests of a pull request tell a state with its change from one without it: twice, since a test that ends by luck
 * tells nothing. Pure.
 */
export function judgePull(
  before: readonly [Results, Results],
  after: readonly [Results, Results],
): PullVerdict {
  const [first] = before
  const all = [...before, ...after]
  const uneven = first.find((_, at) =>
    [before, after].some(([one, other]) => one[at]?.passed !== other[at]?.passed),
  )
  if (uneven !== undefined) return refuse(`${uneven.name} does not always end in the same way`)
  const ended = (at: number) => all.map((results) => results[at]).filter((result) => result !== undefined)
  const failToPass = first.filter(({ passed }, at) => !passed && after[0][at]?.passed === true)
  const broken = failToPass.find((result) => ended(first.indexOf(result)).some(isBroken))
  if (broken !== undefined)
    return refuse(
      `before the change, this ended for another reason than a test: ${broken.name} (${broken.detail})`,
    )
  if (failToPass.length === 0) {
    const failing = after[0].find(({ passed }) => !passed)
    if (failing === undefined) return NOTHING_FAILS
    return refuse(`after its change, this does not pass: ${failing.name} (${failing.detail})`)
  }
  const names = (results: Results) => results.map(({ name }) => name)
  return {
    isUsed: true,
    failToPass: names(failToPass),
    passToPass: names(first.filter(({ passed }, at) => passed && after[0][at]?.passed === true)),
    isUnbuilt: failToPass.every((result) => kindOf(result) === 'unbuilt'),
  }
}

const isBroken = (result: CheckResult): boolean => !result.passed && kindOf(result) === 'broken'

type Judged = Pick<EvalAttempt, 'resolved' | 'failToPass' | 'passToPass'>

/** What the human's tests say of a change of the agent. Pure. */
export function judgeAttempt(
  results: Results,
  { failToPass, passToPass }: Extract<PullVerdict, { isUsed: true }>,
): Judged {
  const count = (names: readonly string[]): Passed => ({
    passed: names.filter((name) => results.some((result) => result.name === name && result.passed)).length,
    of: names.length,
  })
  const [fixed, kept] = [count(failToPass), count(passToPass)]
  return {
    resolved: fixed.passed === fixed.of && kept.passed === kept.of,
    failToPass: fixed,
    passToPass: kept,
  }
}

import { mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {
  EvalAttempt,
  EvalEnd,
  EvalPull,
  EvalReport,
  EvalRequest,
  Mark,
  PullVerdict,
} from '../../contract/local-eval.ts'
import { findRoot } from '../checks/isolation/host-facts.ts'
import { removeWithChecks } from '../checks/isolation/overlay-folder.ts'
import type { Log } from '../log/log.ts'
import { countOf, describeMoney, messageOf } from '../text/format.ts'
import { type Clone, copyHead, Obstacle, openClone } from '../try/open-clone.ts'
import { openParent } from '../try/parent.ts'
import { logTo, openLocalRuns, type TryStart } from '../try/run-try.ts'
import { type Budget, openBudget } from './budget.ts'
import { findCutOff, markByCutOff } from './cut-offs.ts'
import { type Bench, type EvalSetting, openPullWork } from './evaluate-pull.ts'
import { type HumanChange, showsChange } from './find-change.ts'
import {
  type Given,
  hiddenFolders,
  openBench,
  readSetting,
  requireConsent,
  requireModels,
  selectChanges,
} from './prepare-eval.ts'
import { writeReport } from './report.ts'
import { keyOf, openResults, type Results } from './results-file.ts'
import { summarize } from './summarize.ts'

/** `prentice eval`: models work on what people have merged, and the tests of these people judge it. */
export async function runEval(start: TryStart): Promise<void> {
  const parent = openParent<EvalRequest, EvalEnd>(start.stop)
  const runs = openLocalRuns(start)
  const request = await parent.request
  const log = logTo(parent.send, runs.secrets.redact)
  const { signal } = start.stop
  let end: EvalEnd
  try {
    end = await evaluate({ request, start, runs, log, ask: parent.ask })
  } catch (error) {
    end = signal.aborted
      ? { kind: 'cancelled', report: null }
      : {
          kind: 'obstacle',
          why: runs.secrets.redact(error instanceof Obstacle ? error.message : messageOf(error)),
        }
  }
  await parent.send({ type: 'ended', result: end })
}

async function evaluate(given: Given): Promise<EvalEnd> {
  const scratch = await realpath(await mkdtemp(join(tmpdir(), 'prentice-eval-')))
  try {
    return await evaluateIn(scratch, given)
  } finally {
    await removeWithChecks(findRoot(process.getuid?.() === 0), scratch).catch((error: unknown) =>
      given.log.warning(`The folder ${scratch} could not be removed: ${messageOf(error)}`),
    )
  }
}

async function evaluateIn(scratch: string, given: Given): Promise<EvalEnd> {
  const { request, runs, start, log } = given
  const { signal } = start.stop
  const place = { environment: runs.environment, signal }
  const clone = await openClone(request.folder, place)
  if (clone.isPartial)
    throw new Obstacle(
      `${clone.root} is a partial clone, which lacks files of earlier commits: use a full clone`,
    )
  const hidden = [scratch, ...(await hiddenFolders(clone))]
  const openNext = (number: number) => openBench(join(scratch, String(number)), { ...given, clone, hidden })
  const { repository } = await copyHead(clone, { ...place, scratch, workTree: scratch })
  const setting = await readSetting(given, { clone, repository, hidden })
  await requireModels(given)
  await requireConsent(given, setting)
  const bench = await openNext(1)
  const { changes, skipped } = await selectChanges(repository, setting, clone.head)
  log.info(
    `${countOf(changes.length, 'pull request')} with tests, ${countOf(request.models.length, 'model')}, ${countOf(changes.length * request.models.length * request.repeat, 'run')} of at most ${describeMoney(setting.runUsd)} each`,
  )
  const results = await openResults(request.results)
  try {
    const { runUsd } = setting
    const budget = openBudget({ maxUsd: request.maxCostUsd, runUsd, spentUsd: results.spentUsd })
    const work: Work = { setting, clone, results, budget, log, missing: null, failures: [] }
    const report = (): EvalReport => composeReport(work, changes, skipped)
    let writing = Promise.resolve()
    /** One after the other, since several pull requests may be done simultaneously. */
    const write = (): Promise<void> => {
      writing = writing.then(() => writeReport(request.output, report()))
      return writing
    }
    const cancelled = await workOn(work, changes, {
      openNext: (number) => (number === 1 ? Promise.resolve(bench) : openNext(number)),
      onDone: write,
    })
    await write()
    return { kind: cancelled ? 'cancelled' : 'report', report: report() }
  } finally {
    await results.close()
  }
}

interface Work {
  readonly setting: EvalSetting
  readonly clone: Clone
  readonly results: Results
  readonly budget: Budget
  readonly log: Log
  /** Why no further run starts. */
  missing: string | null
  /** Pull requests that something of this machine kept from being tried. */
  readonly failures: string[]
}

/** Several pull requests simultaneously, newest first. Returns whether it was stopped. */
async function workOn(
  work: Work,
  changes: readonly HumanChange[],
  {
    openNext,
    onDone,
  }: { readonly openNext: (number: number) => Promise<Bench>; readonly onDone: () => Promise<void> },
): Promise<boolean> {
  const { signal, request } = work.setting
  const next = changes.values()
  const worker = async (number: number): Promise<void> => {
    const bench = await openNext(number)
    for (const change of next) {
      if (work.missing !== null) return
      await workOnPull(work, bench, change).catch((error: unknown) => {
        signal.throwIfAborted()
        work.failures.push(`#${change.pull.number} could not be tried: ${messageOf(error)}`)
      })
      await onDone()
    }
  }
  const count = Math.min(request.concurrency, changes.length)
  const workers = Array.from({ length: count }, (_, at) => worker(at + 1))
  const ended = await Promise.allSettled(workers)
  if (signal.aborted) {
    work.missing = 'it was stopped: to continue, repeat the command'
    return true
  }
  for (const one of ended) if (one.status === 'rejected') throw one.reason
  return false
}

async function workOnPull(work: Work, bench: Bench, change: HumanChange): Promise<void> {
  const { setting, results, log } = work
  const { number } = change.pull
  const key = keyOfPull(setting, change)
  const known = results.verdict(key)
  if (known !== null && (!known.isUsed || pendingOf(work, change).length === 0)) return
  const pullWork = openPullWork(setting, bench, change)
  const verdict = known ?? (await pullWork.verify())
  if (known === null) await results.add({ type: 'verdict', key, pull: number, verdict })
  if (!verdict.isUsed) return log.info(`#${number} is not used: ${verdict.why}`)
  for (const { model, repeat } of pendingOf(work, change)) {
    if (!(await mayStart(work))) return
    await record(work, { change, model, repeat }, () => pullWork.attempt(verdict, model, repeat))
  }
}

async function mayStart(work: Work): Promise<boolean> {
  const { budget, setting } = work
  if (work.missing !== null) return false
  if (await budget.reserve()) return true
  const left = Math.max(0, setting.request.maxCostUsd - budget.spentUsd())
  work.missing ??= `the budget has ${describeMoney(left)} left, and a run may cost ${describeMoney(setting.runUsd)}: raise --max-cost-usd, or lower \`limits.cost-usd\` in the settings, and repeat the command`
  return false
}

/** Reasons that would end the next run, too. */
const STOPPING: ReadonlySet<string> = new Set([
  ...['model-failed', 'model-refused', 'model-key-missing', 'model-unknown', 'quota-spent', 'runner-full'],
])

interface Run {
  readonly change: HumanChange
  readonly model: string
  readonly repeat: number
}

async function record(work: Work, run: Run, start: () => Promise<EvalAttempt>): Promise<void> {
  const { results, budget, setting, log } = work
  const { number } = run.change.pull
  const key = keyOfRun(setting, run)
  let costUsd = setting.runUsd
  try {
    await results.add({ type: 'started', key, pull: number, limitUsd: setting.runUsd })
    const attempt = await start()
    costUsd = attempt.costUsd
    await results.add({ type: 'ended', key, pull: number, attempt })
    log.info(describeAttempt(number, attempt))
    if (STOPPING.has(attempt.code ?? ''))
      work.missing ??= `a run of ${run.model} on #${number} broke: ${attempt.why} To continue, repeat the command`
  } finally {
    budget.settle(costUsd)
  }
}

const describeAttempt = (
  number: number,
  { model, repeat, resolved, outcome, why, costUsd, seconds }: EvalAttempt,
): string => {
  const how =
    resolved === null ? 'broke' : resolved ? 'resolved' : outcome === 'changed' ? 'not resolved' : outcome
  const because = resolved !== true && why !== null ? `: ${why}` : ''
  return `#${number} ${model} (${repeat}): ${how}, ${describeMoney(costUsd)}, ${Math.round(seconds)} s${because}`
}

const keyOfPull = ({ settings, tests }: EvalSetting, { base, commit }: HumanChange): string =>
  keyOf(
    base,
    commit,
    settings.map(({ text }) => text ?? ''),
    tests.map(({ run }) => run),
  )

const keyOfRun = (setting: EvalSetting, { change, model, repeat }: Run): string => {
  const { title, body } = change.pull.asked
  return keyOf(keyOfPull(setting, change), title, body, model, repeat)
}

/** The runs that have no result that counts. Each model has its first run before one has its second. */
function pendingOf({ setting, results }: Work, change: HumanChange): Omit<Run, 'change'>[] {
  return listRuns(setting).filter((run) => {
    const known = results.attempt(keyOfRun(setting, { change, ...run }))
    return known === null || known.resolved === null
  })
}

const listRuns = ({ request: { models, repeat } }: EvalSetting): Omit<Run, 'change'>[] =>
  Array.from({ length: repeat }, (_, at) => models.map((model) => ({ model, repeat: at + 1 }))).flat()

function composeReport(
  { setting, clone, results, budget, missing, failures }: Work,
  changes: readonly HumanChange[],
  skipped: EvalReport['skipped'],
): EvalReport {
  const { request } = setting
  const { repository, url, repeat, maxCostUsd, models, cutOffs } = request
  const pulls = changes.map((change): EvalPull => {
    const { asked, number, title, mergedAt } = change.pull
    const verdict: PullVerdict | null = results.verdict(keyOfPull(setting, change))
    const marks: Mark[] = [
      ...(showsChange(asked.body, change.lines) ? ['shows-change' as const] : []),
      ...(asked.editedLater ? ['edited-later' as const] : []),
    ]
    const attempts = listRuns(setting).flatMap((run) => {
      const attempt = results.attempt(keyOfRun(setting, { change, ...run }))
      if (attempt === null) return []
      const { model } = run
      return [{ ...attempt, marks: [...markByCutOff(change.pull, findCutOff(model, cutOffs)), ...marks] }]
    })
    return {
      ...{ number, title, mergedAt, base: change.base, human: change.size, verdict, marks, attempts },
      asked: { from: asked.from, number: asked.number },
    }
  })
  return {
    ...{ repository, url, commit: clone.head, repeat, maxCostUsd, pulls, skipped },
    missing: missing ?? (failures.length === 0 ? null : failures.join('; ')),
    spentUsd: budget.spentUsd(),
    models: models.map((model) => summarize(model, { pulls, repeat, cutOff: findCutOff(model, cutOffs) })),
  }
}

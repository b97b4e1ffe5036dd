import { mkdir, mkdtemp, realpath } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type {
  EvalAttempt,
  EvalEnd,
  EvalPull,
  EvalReport,
  EvalRequest,
  Mark,
  PullVerdict,
} from '../../contract/local-eval.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import { resolveChecks } from '../../settings/resolve-rules.ts'
import { SETTINGS_LIMIT, SETTINGS_PATHS, type SettingsFile } from '../../settings/settings-files.ts'
import { isStatic } from '../checks/evidence/open-evidence.ts'
import { findRoot } from '../checks/isolation/host-facts.ts'
import { removeWithChecks } from '../checks/isolation/overlay-folder.ts'
import { projectSettings } from '../control-plane/standalone/compose-assignment.ts'
import { listTree, readBlob } from '../git/checkout/read-tree-files.ts'
import type { Repository } from '../git/process/repository.ts'
import type { Log } from '../log/log.ts'
import { openModel } from '../models/providers/open-model.ts'
import { openRunnerOf } from '../stages/checks.ts'
import { readTestScripts } from '../stages/compose-evidence.ts'
import { narrowToDirectory } from '../stages/read-settings.ts'
import { countOf, describeMoney, messageOf } from '../text/format.ts'
import { rewordReason } from '../try/local-plane.ts'
import { type Clone, copyHead, Obstacle, openClone } from '../try/open-clone.ts'
import { type Ask, openParent } from '../try/parent.ts'
import { logTo, openLocalRuns, type TryStart } from '../try/run-try.ts'
import { type Budget, openBudget } from './budget.ts'
import { listObjectFolders } from './copy-base.ts'
import { findCutOff, markByCutOff } from './cut-offs.ts'
import { type Bench, type EvalSetting, openPullWork } from './evaluate-pull.ts'
import { findChange, type HumanChange, showsChange } from './find-change.ts'
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

interface Given {
  readonly request: EvalRequest
  readonly start: TryStart
  readonly runs: ReturnType<typeof openLocalRuns>
  readonly log: Log
  readonly ask: Ask
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
  const hidden = [scratch, ...(await hiddenOf(clone))]
  const openBench = (name: string) => openBenchIn(join(scratch, name), { ...given, clone, hidden })
  const { repository } = await copyHead(clone, { ...place, scratch, workTree: scratch })
  const setting = await readSetting(given, { clone, repository, hidden })
  await requireModels(given)
  await requireConsent(given, setting)
  const bench = await openBench('1')
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
    const cancelled = await workOn(work, changes, {
      openBench: (number) => (number === 1 ? Promise.resolve(bench) : openBench(String(number))),
      onDone: () => writeReport(request.output, report()),
    })
    await writeReport(request.output, report())
    return { kind: cancelled ? 'cancelled' : 'report', report: report() }
  } finally {
    await results.close()
  }
}

/** Each has a git directory of its own, so that several work simultaneously. Throws an `Obstacle` if nothing can be isolated. */
async function openBenchIn(
  scratch: string,
  { clone, hidden, runs, start }: Given & { readonly clone: Clone; readonly hidden: readonly string[] },
): Promise<Bench> {
  const folders = { workspace: join(scratch, 'work'), scratch, temp: join(scratch, 'temp') }
  for (const folder of Object.values(folders)) await mkdir(folder, { recursive: true })
  const place = { environment: runs.environment, signal: start.stop.signal }
  const { repository } = await copyHead(clone, { ...place, scratch, workTree: folders.workspace })
  const opened = await openRunnerOf({ ...place, ...folders, hidden, now: start.now }, { repository })
  if (opened.kind === 'open') return { repository, scratch, commandRunner: opened.commandRunner }
  throw new Obstacle(
    `the tests cannot be isolated on this machine, and run isolated or not at all: ${opened.why}. docs/checks.md lists what they need`,
  )
}

/** The folders in which commands could find the answers. */
const hiddenOf = async ({ root, objects }: Clone): Promise<string[]> => [
  root,
  dirname(objects),
  ...(await listObjectFolders(objects)),
]

async function readSetting(
  { request, runs, start }: Given,
  {
    clone,
    repository,
    hidden,
  }: { readonly clone: Clone; readonly repository: Repository; readonly hidden: readonly string[] },
): Promise<EvalSetting> {
  const found = await listTree(repository, clone.head, SETTINGS_PATHS)
  const files: SettingsFile[] = await Promise.all(
    found.map(async ({ id, path, kind }) => ({
      path,
      text: kind === 'file' ? await readBlob(repository, id, 2 * SETTINGS_LIMIT) : null,
    })),
  )
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid')
    throw new Obstacle(
      `the settings of HEAD are invalid: ${describeInvalid(parsed)}; fix the file and commit it`,
    )
  const { settings } = parsed
  const project = projectSettings(settings, [])
  const { workingDirectory } = project
  const { checks } = workingDirectory === null ? project : narrowToDirectory(project, workingDirectory)
  const tests = (checks?.commands ?? []).filter((command) => !isStatic(command))
  if (tests.length === 0)
    throw new Obstacle(
      `no check in the settings of HEAD runs tests: add one to \`checks\` in ${SETTINGS_PATHS[0]}, and commit it`,
    )
  const plan = resolveChecks(settings)
  const scripts = await readTestScripts(repository, clone.head, workingDirectory)
  return {
    ...{ request, runs, settings: files, workingDirectory, tests },
    setup: plan?.setup ?? [],
    names: { globs: settings.tests, commands: [...tests.map(({ run }) => run), ...scripts] },
    runUsd: settings.limits?.['cost-usd'] ?? 5,
    ...{ hidden, signal: start.stop.signal, now: start.now },
  }
}

/** Before anything is paid for. */
async function requireModels({ request, runs, log }: Given): Promise<void> {
  for (const name of request.models) {
    const opened = await openModel(name, runs.environment, { log: log.info })
    if (!opened.ok) throw new Obstacle(`${name}: ${rewordReason(opened.reason).message}`)
    for (const secret of opened.model.secrets) runs.secrets.add(secret)
    if (opened.model.price === null)
      throw new Obstacle(
        `the price of ${name} is not known, so its cost cannot be limited: set it in PRICES, for example PRICES='{"${name}": {"input": 0, "output": 0}}' for a model on this machine`,
      )
  }
}

/** As `prentice try` asks. */
async function requireConsent({ request, ask }: Given, { setup }: EvalSetting): Promise<void> {
  const { consent } = request
  const wants = async (topic: keyof typeof consent, about: readonly string[], question: string) =>
    consent[topic] === 'yes' || (consent[topic] === 'ask' && (await ask(about, question)))
  if (process.getuid?.() !== 0 && !(await wants('isolate', [ROOT], 'May it use sudo?')))
    throw new Obstacle('the tests run isolated or not at all, and nobody has agreed to sudo (--yes)')
  const commands = setup.map(({ run }) => run)
  if (
    commands.length > 0 &&
    !(await wants('setup', commands, 'May these commands run, with network access, on each state?'))
  )
    throw new Obstacle('nobody has agreed to `setup` of the settings, which the tests need (--setup --yes)')
}

const ROOT =
  'Isolation needs root: sudo starts unshare, mount and setpriv, and the commands run as a user without rights.'

interface Selected {
  readonly changes: readonly HumanChange[]
  readonly skipped: EvalReport['skipped']
}

/** The last merged ones that have tests. */
async function selectChanges(
  repository: Repository,
  { request, names }: EvalSetting,
  head: string,
): Promise<Selected> {
  const newestFirst = request.pulls.toSorted((one, other) => other.mergedAt.localeCompare(one.mergedAt))
  const changes: HumanChange[] = []
  let [withoutTests, notHere] = [0, 0]
  for (const pull of newestFirst) {
    if (changes.length === request.last) break
    const found = await findChange(repository, { pull, head, names })
    if (found.kind === 'found') changes.push(found.change)
    else if (found.kind === 'without-tests') withoutTests += 1
    else notHere += 1
  }
  if (changes.length > 0) return { changes, skipped: { withoutTests, notHere } }
  const all = `of ${countOf(newestFirst.length, 'merged pull request')}, ${withoutTests} have no tests or nothing else, and ${notHere} are not in the history of HEAD`
  throw new Obstacle(
    `${all}: update the clone with \`git pull\`, or name the tests with \`tests\` in the settings`,
  )
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
    openBench,
    onDone,
  }: { readonly openBench: (number: number) => Promise<Bench>; readonly onDone: () => Promise<void> },
): Promise<boolean> {
  const { signal, request } = work.setting
  const next = changes.values()
  const worker = async (number: number): Promise<void> => {
    const bench = await openBench(number)
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
    work.missing = 'it was stopped'
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

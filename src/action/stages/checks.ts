import { randomInt } from 'node:crypto'
import { totalmem } from 'node:os'
import type { AgentOutcome } from '../agent/agent-host.ts'
import {
  type CheckResult,
  type ChecksReport,
  describeResult,
  listReport,
  withTexts,
} from '../checks/checks-report.ts'
import { type CommandRunner, type OpenedCommandRunner, openCommandRunner } from '../checks/command-runner.ts'
import { readHostFacts } from '../checks/isolation/host-facts.ts'
import { boundsFor } from '../checks/isolation/run-isolated.ts'
import { type Checks, openChecks } from '../checks/open-checks.ts'
import { notIsolated, setUp } from '../checks/run-commands.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { exportChanges, exportTree } from '../git/checkout/read-tree-files.ts'
import { composeEvidence } from './compose-evidence.ts'
import { type RunContext, type RunEnvironment, reportNote } from './run-context.ts'

export interface ProjectCommands {
  /** `null`: the project has none. */
  readonly checks: Checks | null
  /** Where the agent may run commands; `null`: nowhere. */
  readonly commandRunner: CommandRunner | null
  /** Whether setup succeeded, or there is none. */
  readonly isSetUp: boolean
  /** What a person should know: why the agent can run no commands. */
  readonly notices: readonly string[]
}

/** Of a project that names none, and of a run that changes nothing. */
const NO_COMMANDS: ProjectCommands = { checks: null, commandRunner: null, isSetUp: true, notices: [] }

/** What commands of the project run beside. */
export type CommandsPlace = Pick<
  RunEnvironment,
  'environment' | 'workspace' | 'scratch' | 'temp' | 'signal' | 'now' | 'hidden'
>

/**
 * Finds out whether this machine can isolate the commands of the run, as soon as the settings are known; the server tells them
 * before the code is fetched. `null`: there are no commands.
 */
export async function openRunner(
  job: RunContext,
  checkout: Promise<Checkout>,
  settings: Promise<Pick<ProjectSettings, 'checks' | 'commands'>>,
): Promise<OpenedCommandRunner | null> {
  const { checks, commands } = await settings
  const { mode } = job.controlPlane.assignment
  if (mode !== undefined || (checks === null && commands === null)) return null
  // Without the code there is nothing to run.
  const refused = new AbortController()
  checkout.catch(() => refused.abort())
  return openRunnerOf({ ...job, signal: AbortSignal.any([job.signal, refused.signal]) }, checkout)
}

/** Sets up the project's checks, and what the agent's commands need, on the base, before the agent starts. */
export async function setUpCommands(
  job: RunContext,
  checkout: Checkout,
  settings: Pick<ProjectSettings, 'checks' | 'commands' | 'workingDirectory'>,
  opened: OpenedCommandRunner | null,
): Promise<ProjectCommands> {
  const { checks: plan, commands } = settings
  if (opened === null) return NO_COMMANDS
  return job.log.group('Set up checks and commands', async () => {
    const { signal } = job
    const onResult = (result: CheckResult) => reportResult(job, result)
    const evidence = composeEvidence(job, checkout, settings)
    const open = (place: CommandRunner | ChecksReport) =>
      plan === null ? null : openChecks({ plan, place, signal, onResult, evidence })
    if (opened.kind === 'closed') {
      const obstacle = notIsolated(opened.why)
      if (plan !== null) for (const line of listReport(obstacle)) reportNote(job, line)
      const notices = commands === null ? [] : [`The agent can run no commands: ${opened.why}.`]
      for (const notice of notices) reportNote(job, notice)
      return { checks: open(obstacle), commandRunner: null, isSetUp: false, notices }
    }
    const { commandRunner } = opened
    const setup = plan?.setup ?? commands?.setup ?? []
    const obstacle = await setUp({
      commandRunner,
      commands: setup,
      baseSha: checkout.baseSha,
      signal,
      onResult,
    })
    if (obstacle !== null && plan !== null) for (const line of listReport(obstacle)) reportNote(job, line)
    return {
      checks: open(obstacle ?? commandRunner),
      commandRunner: commands === null ? null : commandRunner,
      isSetUp: obstacle === null,
      notices: [],
    }
  })
}

/** Where commands of the project run, if this machine can isolate them. Needs the checkout for the first command only. */
export async function openRunnerOf(
  { environment, workspace, scratch, temp, signal, now, hidden = [] }: CommandsPlace,
  checkout: Promise<Pick<Checkout, 'repository'>>,
): Promise<OpenedCommandRunner> {
  const facts = await readHostFacts({
    ...{ environment, workspace, temp, program: process.argv[1], others: hidden },
    isRoot: process.getuid?.() === 0,
    arch: process.arch,
    chance: randomInt(2 ** 32) / 2 ** 32,
  })
  return openCommandRunner({
    ...{ facts, environment, workspace, scratch, signal, now },
    platform: process.platform,
    // 0: this process is in no cgroup with a limit.
    bounds: boundsFor(Math.min(totalmem(), process.constrainedMemory() || Number.POSITIVE_INFINITY)),
    treeFiles: {
      exportTree: async (tree, folder) => exportTree((await checkout).repository, tree, folder),
      exportChanges: async (trees, folder) => exportChanges((await checkout).repository, trees, folder),
    },
  })
}

const OUTPUT_LINES = 40

function reportResult(job: RunContext, result: CheckResult): void {
  reportNote(job, describeResult(result))
  if (result.passed) return
  const output = job.confidentiality.redactQuotes(job.secrets.redact(result.output))
  for (const line of output.trimEnd().split('\n').slice(-OUTPUT_LINES)) job.log.info(`  | ${line}`)
}

export interface CheckedTree {
  /** Without secrets and quotes. */
  readonly report: ChecksReport
  /** Tree or commit that the checks ran on. */
  readonly tree: string
}

/**
 * The results of the checks for the tree that is about to be published. Usually they ran when the agent finished; for a
 * saved patch they run here, once.
 */
export async function runChecks(
  job: RunContext,
  checks: Checks,
  { tree, outcome }: { readonly tree: string; readonly outcome: AgentOutcome },
): Promise<CheckedTree> {
  const found = await findReport(job, checks, tree, outcome)
  const tests = outcome.reason === null ? await checks.findEvidence(tree, job.signal) : null
  const report = found.kind === 'ran' && tests !== null ? { ...found, tests } : found
  const clean = (text: string) => job.confidentiality.redactQuotes(job.secrets.redact(text))
  return { report: withTexts(report, clean), tree }
}

async function findReport(
  { log, signal }: RunContext,
  checks: Checks,
  tree: string,
  outcome: AgentOutcome,
): Promise<ChecksReport> {
  const known = checks.recall(tree)
  if (known !== null) return known
  if (outcome.reason !== null) return ENDED_EARLY
  return log.group('Run the checks', () => checks.inspect(tree, signal))
}

/** A run that has used up its time takes no more: the runner's own time limit would end the job and lose the work. */
const ENDED_EARLY: ChecksReport = {
  kind: 'not-run',
  why: 'the run had ended early, before they could run on the change as it is',
  setup: null,
}

import { dirname } from 'node:path'
import type { CheckCommand } from '../../contract/checks.ts'
import { PROMPT_LIMIT } from '../../contract/job.ts'
import type { LocalRunRequest, LocalRunResult } from '../../contract/local-run.ts'
import type { McpServer } from '../../contract/runner-protocol/assignment.ts'
import { describeInvalid, parseSettings } from '../../settings/parse-settings.ts'
import type { Settings } from '../../settings/schema.ts'
import type { ChecksReport } from '../checks/checks-report.ts'
import { openChecks } from '../checks/open-checks.ts'
import { openConfidentiality } from '../confidential/confidentiality.ts'
import type { ProjectSettings } from '../control-plane/control-plane.ts'
import { projectSettings } from '../control-plane/standalone/compose-assignment.ts'
import { type Checkout, planWorkTree } from '../git/checkout/checkout.ts'
import { NOTHING_UNTRACKED } from '../git/checkout/untracked-files.ts'
import { makePatch, redactPatch } from '../git/diff/patch.ts'
import { describeVerdict } from '../git/policy/path-policy.ts'
import { openModel } from '../models/providers/open-model.ts'
import { checksOutcome, reasonOf } from '../outcome/outcome.ts'
import { fail, outcomeOfError, RunFailure } from '../outcome/run-failure.ts'
import { runUntilAborted } from '../outcome/stop.ts'
import { failUnlessPublishable, runAgentStage } from '../stages/agent.ts'
import type { AgentWork } from '../stages/agent-work.ts'
import { openRunner, type ProjectCommands, runChecks, setUpCommands } from '../stages/checks.ts'
import { GRACE_MS } from '../stages/end-run.ts'
import { openModels } from '../stages/open-models.ts'
import { noChangeOutcome, plan } from '../stages/plan.ts'
import { loadAgent } from '../stages/prepare.ts'
import { readSettings } from '../stages/read-settings.ts'
import { orFail, type RunContext, type RunEnvironment, runStage } from '../stages/run-context.ts'
import { savePatch } from '../stages/save-patch.ts'
import { countOf } from '../text/format.ts'
import { applyChange } from './apply-change.ts'
import { composeLocalAssignment, openLocalPlane, rewordReason } from './local-plane.ts'
import {
  type Clone,
  type CloneFiles,
  copyHead,
  countUncommitted,
  Obstacle,
  openClone,
  openCloneFiles,
  readSettingsFiles,
} from './open-clone.ts'
import type { Ask } from './parent.ts'

/** The stages of a run that publishes nothing. Throws if it could not begin. */
export async function runLocally(
  environment: RunEnvironment,
  request: LocalRunRequest,
  ask: Ask,
): Promise<LocalRunResult> {
  const { signal, log, now } = environment
  requireUsable(request)
  const clone = await openClone(request.folder, environment)
  const { settings, warnings } = readAll(await readSettingsFiles(clone))
  const assignment = composeLocalAssignment(request, settings, clone)
  const agreed = await agree(projectSettings(settings, warnings), request, ask)
  let saved: Uint8Array | null = null
  const controlPlane = openLocalPlane(assignment, agreed.settings, (patch) => {
    saved = patch
  })
  const job: RunContext = {
    ...environment,
    hidden: [...(environment.hidden ?? []), clone.root, dirname(clone.objects)],
    controlPlane,
    confidentiality: openConfidentiality(assignment),
    claimedAt: now(),
  }
  const files = await openCloneFiles(clone, {
    ...{ scratch: job.scratch, environment: job.environment, signal },
    objects: `${job.scratch}/prentice-git/objects`,
  })
  for (const note of agreed.notes) log.warning(note)
  const progress: Progress = {
    checkout: null,
    work: null,
    notices: agreed.notes,
    files: [],
    checks: null,
    uncommitted: 0,
  }
  const common = (): Omit<LocalRunResult, 'outcome' | 'reason' | 'patch' | 'applied'> => ({
    model: assignment.model,
    commit: clone.head,
    ...describe(progress, job.secrets.redact),
  })
  try {
    const stages = runStages(job, progress, { clone, files, agreed, apply: request.apply })
    return {
      ...common(),
      ...(await runUntilAborted(stages, signal, GRACE_MS)),
      ...describe(progress, job.secrets.redact),
    }
  } catch (error) {
    if (error instanceof Obstacle) throw error
    const ending = outcomeOfError(error, signal, job.secrets.redact)
    const why = reasonOf(ending)
    const isCancelled = ending.outcome === 'cancelled'
    if (!isCancelled && progress.checkout !== null && progress.work !== null)
      progress.files = (await savePatch(job, progress.checkout))?.files ?? []
    return {
      ...common(),
      outcome: isCancelled ? 'cancelled' : error instanceof Refused ? 'refused' : 'failed',
      reason: why && rewordReason(why),
      patch: isCancelled ? null : toBase64(saved),
      applied:
        request.apply && !isCancelled && saved !== null
          ? { ok: false, why: 'the change may not be published' }
          : null,
    }
  }
}

function requireUsable({ prompt }: LocalRunRequest): void {
  if (process.platform === 'win32')
    throw new Obstacle('`prentice try` needs Linux or macOS: on Windows, use it in WSL')
  if (prompt.length > PROMPT_LIMIT)
    throw new Obstacle(`the prompt has more than ${PROMPT_LIMIT} characters: shorten it`)
}

/** What is known of the run so far. */
interface Progress {
  checkout: Checkout | null
  work: AgentWork | null
  notices: readonly string[]
  files: readonly string[]
  checks: ChecksReport | null
  /** Files of the work tree that are not included. */
  uncommitted: number
}

const describe = (
  { work, notices, files, checks, uncommitted }: Progress,
  redact: (text: string) => string,
) => ({
  uncommitted,
  title: work?.outcome.title || null,
  body: work?.outcome.body || null,
  summary: work?.outcome.summary || null,
  files: files.map(redact),
  checks: checks && checksOutcome(checks),
  refused: (work?.refusedPaths ?? []).map((refused) => ({
    path: redact(refused.path),
    why: redact(describeVerdict(refused)),
  })),
  usage: work?.outcome.usage ?? null,
  notices,
})

/** The rules do not allow the change. */
class Refused extends RunFailure {}

interface Given {
  readonly clone: Clone
  readonly files: CloneFiles
  readonly agreed: Agreed
  readonly apply: boolean
}

type Ending = Pick<LocalRunResult, 'outcome' | 'reason' | 'patch' | 'applied'>

async function runStages(job: RunContext, progress: Progress, given: Given): Promise<Ending> {
  const prepared = await runStage(job, 'prepare', () => prepareLocally(job, given.clone))
  // The agent waits for neither before its first request. Both end before the folders of the run are removed.
  const filesWritten = prepared.filesWritten.then((written) => {
    // Before, a patch would show the files that are missing as deleted.
    progress.checkout = prepared.checkout
    return written
  })
  const uncommittedTold = tellUncommitted(job, progress, given)
  const ended = Promise.allSettled([filesWritten, uncommittedTold])
  try {
    return await changeAndCheck(job, progress, { ...given, ...prepared, filesWritten, uncommittedTold })
  } finally {
    await ended
  }
}

async function changeAndCheck(
  job: RunContext,
  progress: Progress,
  {
    clone,
    files,
    agreed,
    apply,
    checkout,
    filesWritten,
    uncommittedTold,
    ...models
  }: Given & Awaited<ReturnType<typeof prepareLocally>> & { readonly uncommittedTold: Promise<void> },
): Promise<Ending> {
  const present = Promise.resolve(checkout)
  const settings = await readSettings(job, present)
  for (const warning of settings.warnings) job.log.warning(warning)
  if (agreed.noCommands === null) await filesWritten
  const commands =
    agreed.noCommands === null
      ? await setUpCommands(
          job,
          checkout,
          settings,
          await openRunner(job, present, Promise.resolve(settings)),
        )
      : without(job, settings, agreed.noCommands)
  const work = await runStage(job, 'agent', () =>
    runAgentStage(
      job,
      {
        ...{ checkout, ...models, settings, commands, filesWritten },
        readContext: async () => new Map(),
        images: Promise.resolve([]),
      },
      ({ notices = [] }) => {
        progress.notices = [...agreed.notes, ...notices]
      },
    ),
  )
  progress.work = work
  // Before the change is applied, which would count as uncommitted.
  await Promise.all([filesWritten, uncommittedTold])
  const { outcome } = work
  failUnlessPublishable(outcome)
  const { rules } = settings
  const planned = await runStage(job, 'plan', () => plan(job, checkout, { rules, outcome }))
  progress.files = planned.files
  if (planned.plan.kind === 'refused') throw new Refused(planned.plan.reason)
  if (planned.plan.kind === 'nothing') {
    const why = reasonOf(noChangeOutcome(job, work, null))
    return {
      outcome: outcome.reason === null ? 'no-change' : 'failed',
      reason: why && rewordReason(why),
      patch: null,
      applied: null,
    }
  }
  const { tree } = planned.plan
  if (commands.checks !== null)
    progress.checks = (await runChecks(job, commands.checks, { tree, outcome })).report
  const { patch } = await makePatch({ ...checkout, tree }, LARGEST_PATCH)
  return {
    outcome: outcome.reason === null ? 'changed' : 'failed',
    reason: outcome.reason && rewordReason(outcome.reason),
    patch: toBase64(redactPatch(patch, job.secrets)),
    applied: apply ? await applyChange(clone, files, { startSha: checkout.startSha, tree }) : null,
  }
}

/** More than any change that the settings can allow. */
const LARGEST_PATCH = 512 * 1024 * 1024

const toBase64 = (bytes: Uint8Array | null): string | null =>
  bytes === null ? null : Buffer.from(bytes).toString('base64')

async function tellUncommitted(
  { log }: RunContext,
  progress: Progress,
  { clone, files }: Given,
): Promise<void> {
  const count = await countUncommitted(files, clone)
  progress.uncommitted = count
  if (count > 0)
    log.warning(`${countOf(count, 'uncommitted change')} ${count === 1 ? 'is' : 'are'} not included`)
}

async function prepareLocally(job: RunContext, clone: Clone) {
  const explainMissing = (error: unknown): never => {
    if (!clone.isPartial || job.signal.aborted) throw error
    throw new Obstacle(
      `${clone.root} is a partial clone that lacks files of HEAD: get them with \`git sparse-checkout disable\`, or use a full clone`,
    )
  }
  const { effort = null } = job.controlPlane.assignment
  const options = { effort, log: job.log.info }
  const models = await openModels(job, (name) => openModel(name, job.environment, options))
  orFail(models.model)
  const place = { ...job, workTree: job.workspace }
  const [fetched] = await Promise.all([copyHead(clone, place), loadAgent(models)])
  const { write } = orFail(await planWorkTree(fetched, null).catch(explainMissing))
  job.log.info(`${clone.branch ?? 'HEAD'} is at ${clone.head}`)
  const checkout: Checkout = {
    ...fetched,
    ...{ startSha: clone.head, merge: null, untrackedBefore: NOTHING_UNTRACKED },
  }
  const filesWritten = write().then(orFail, explainMissing)
  return { checkout, filesWritten, ...models }
}

function readAll(files: Parameters<typeof parseSettings>[0]): {
  settings: Settings
  warnings: readonly string[]
} {
  const parsed = parseSettings(files)
  if (parsed.kind === 'invalid') throw fail('config-invalid', describeInvalid(parsed))
  return parsed
}

/** What takes effect of the settings. */
interface Agreed {
  readonly settings: ProjectSettings
  /** Why no command runs; `null`: commands run isolated. */
  readonly noCommands: string | null
  readonly notes: readonly string[]
}

/** Asks for what a person would not expect from a command that they start: root, network, and other servers. */
async function agree(settings: ProjectSettings, { consent }: LocalRunRequest, ask: Ask): Promise<Agreed> {
  const notes: string[] = []
  const wants = async (topic: keyof typeof consent, about: readonly string[], question: string) =>
    consent[topic] === 'yes' || (consent[topic] === 'ask' && (await ask(about, question)))
  let { mcp } = settings
  if (
    mcp.length > 0 &&
    !(await wants('mcp', mcp.map(describeServer), 'May the agent ask these MCP servers?'))
  ) {
    notes.push(
      `The MCP servers of the settings are left out: ${mcp.map(({ name }) => name).join(', ')} (--mcp --yes)`,
    )
    mcp = []
  }
  const noCommands = await findNoCommands(settings, consent, wants)
  if (noCommands !== null && (settings.checks !== null || settings.commands !== null))
    notes.push(`No command of the project runs: ${noCommands}`)
  return { settings: { ...settings, mcp }, noCommands, notes }
}

async function findNoCommands(
  { checks, commands }: ProjectSettings,
  consent: LocalRunRequest['consent'],
  wants: (topic: 'isolate' | 'setup', about: readonly string[], question: string) => Promise<boolean>,
): Promise<string | null> {
  if (checks === null && commands === null) return 'the settings name none'
  if (consent.isolate === 'no') return 'use --isolate to run checks and commands, isolated from your files'
  const isRoot = process.getuid?.() === 0
  if (!isRoot && !(await wants('isolate', [ROOT], 'May it use sudo?')))
    return 'nobody has agreed to sudo (--isolate --yes)'
  const setup = checks?.setup ?? commands?.setup ?? []
  if (
    setup.length > 0 &&
    !(await wants('setup', setup.map(describeCommand), 'May these commands run, with network access?'))
  )
    return 'nobody has agreed to `setup`, which they need (--setup --yes)'
  return null
}

const ROOT =
  'Isolation needs root: sudo starts unshare, mount and setpriv, and the commands run as a user without rights.'
const describeServer = ({ name, url, tools }: McpServer): string => `${name}: ${url} (${tools.join(', ')})`
const describeCommand = ({ run }: CheckCommand): string => run

/** The commands of a project, none of which runs. */
function without({ signal }: RunContext, { checks }: ProjectSettings, why: string): ProjectCommands {
  const place: ChecksReport = { kind: 'not-run', why, setup: null }
  return {
    checks: checks && openChecks({ plan: checks, place, signal, onResult: () => {} }),
    ...{ commandRunner: null, isSetUp: false, notices: [] },
  }
}

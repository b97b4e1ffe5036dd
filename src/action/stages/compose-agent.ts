import { createHash, randomInt } from 'node:crypto'
import { readOutputSchema } from '../../contract/output/output-schema.ts'
import { reason } from '../../contract/reasons.ts'
import type { AssignedIssue } from '../../contract/runner-protocol/material.ts'
import type { Agent } from '../agent/agent-run.ts'
import type { AgentTask, TaskImage } from '../agent/prompt/agent-task.ts'
import { createPublishReviewer } from '../agent/review/reviewer.ts'
import type { Commands } from '../agent/tools/command-tools.ts'
import type { McpServers } from '../agent/tools/mcp.ts'
import { openOutput } from '../agent/tools/output.ts'
import { openAgentCommands, openOutputs } from '../checks/agent-commands.ts'
import type { CommandRunner } from '../checks/command-runner.ts'
import { type Checks, createChecksReviewer, createEvidenceReviewer } from '../checks/open-checks.ts'
import { contextPath } from '../context/with-context.ts'
import { listFiles } from '../git/checkout/read-tree-files.ts'
import {
  findInstructionFiles,
  findPullRequestTemplate,
  findSkills,
  suggestChecks,
} from '../git/checkout/task-files.ts'
import { diffAgainstBase } from '../git/diff/diff-text.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { stageWorkTree } from '../git/diff/stage-work-tree.ts'
import { showConflicts } from '../git/merge/conflicts.ts'
import type { ModelHandle } from '../models/providers/open-model.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { type ComposedWorkspace, composeWorkspace, type WorkspaceParts } from './compose-workspace.ts'
import type { EarlierWork } from './earlier-work.ts'
import { judgeChange } from './plan.ts'
import { fetchDefaultBranch } from './read-settings.ts'
import type { RunContext } from './run-context.ts'

/** What earlier stages have made for the agent. */
export interface AgentParts extends WorkspaceParts {
  readonly checks: Checks | null
  /** Where the agent may run commands; `null`: nowhere. */
  readonly commandRunner: CommandRunner | null
  /** Whether the setup of checks and commands succeeded. */
  readonly isSetUp: boolean
  readonly earlierWork: EarlierWork
  /** Absent: the checkout is complete. */
  readonly filesWritten?: Promise<unknown>
  /** Absent: the job names none. */
  readonly fallbacks?: readonly ModelHandle[]
  /** The images of the request. */
  readonly images: readonly TaskImage[]
  /** The MCP servers that the agent may ask; `null`: none. */
  readonly mcp: McpServers | null
}

export interface ComposedAgent extends Pick<ComposedWorkspace, 'refusedPaths'> {
  readonly task: AgentTask
  readonly deps: Omit<Agent, 'host'>
}

/** `commit`: head of the default branch, which has the instruction files; `null`: unknown. */
interface Parts extends AgentParts {
  readonly commit: string | null
}

/** Connects agent, model, workspace and checks. */
export async function composeAgent(job: RunContext, given: AgentParts): Promise<ComposedAgent> {
  const parts = { ...given, commit: await fetchDefaultBranch(job, given.checkout) }
  const { workspace, refusedPaths } = await composeWorkspace(job, given)
  const commands = composeCommands(job, parts, workspace)
  return {
    task: redactTask(await describeTask(job, parts, commands), job.secrets.redactKnown),
    deps: {
      ...composeDeps(job, parts, workspace),
      commands,
      ...(parts.filesWritten !== undefined && { filesWritten: parts.filesWritten }),
      ...(parts.mcp !== null && { mcp: parts.mcp }),
      ...composeOutput(job),
    },
    refusedPaths,
  }
}

async function describeTask(
  { controlPlane, confidentiality, log }: RunContext,
  { checkout, commit, rules, checks, isSetUp, earlierWork, workingDirectory, context, mcp, images }: Parts,
  commands: Commands,
): Promise<AgentTask> {
  const {
    repository,
    prompts,
    mode,
    outputSchema,
    earlier,
    issue,
    material,
    limits,
    base,
    branch,
    fetchToken,
  } = controlPlane.assignment
  if (!confidentiality.isOn) for (const { of } of material ?? []) log.info(`The agent reads ${of}`)
  const [suggested, conflicts, instructions, skills, template] = await Promise.all([
    commands.canRun && checks === null
      ? suggestChecks(checkout.repository, checkout.startSha, workingDirectory)
      : [],
    showConflicts(checkout.repository, checkout.merge?.conflicts ?? []),
    controlPlane.findInstructions(
      async (paths) =>
        commit === null ? [] : findInstructionFiles(checkout.repository, commit, paths, warnOfLink(log)),
      rules,
    ),
    commit === null ? [] : findSkills(checkout.repository, commit, warnOfLink(log)),
    mode === undefined ? findPullRequestTemplate(checkout.repository, checkout.baseSha) : null,
  ])
  const access = { repository: checkout.repository, token: fetchToken, base, branch }
  return {
    repository: `${repository.owner}/${repository.name}`,
    prompts,
    ...(mode !== undefined && { mode }),
    ...(outputSchema !== undefined && { outputSchema: JSON.stringify(outputSchema) }),
    earlier,
    issue: issue ?? null,
    ...(workingDirectory !== null && { workingDirectory }),
    ...(rules.files !== undefined && { files: rules.files }),
    ...(context.size > 0 && { context: [...context.keys()].map(contextPath) }),
    images,
    ...(mcp !== null && { mcp: mcp.offers }),
    material: material ?? [],
    ...{ conflicts, instructions, skills, template },
    workSoFar: checkout.branchHead === null ? null : (await diffAgainstBase(access)).diff,
    ...earlierWork,
    limits,
    // The model is told only of checks that run and can send the work back.
    checked: checks !== null && checks.rounds > 0,
    commands: { checks: commands.checks, canRun: commands.canRun, suggested, setupFailed: !isSetUp },
    confidential: confidentiality.isOn,
  }
}

const warnOfLink =
  (log: RunContext['log']) =>
  (path: string): void =>
    log.warning(`${path} is a link that leads to no file of the repository, so the agent does not read it`)

/** What takes the output that the job asks for; `{}`: it asks for none. */
function composeOutput({ controlPlane, confidentiality, secrets }: RunContext): Pick<Agent, 'output'> {
  const { outputSchema } = controlPlane.assignment
  if (outputSchema === undefined) return {}
  const schema = readOutputSchema(outputSchema)
  if (!schema.ok) {
    const what = `${['outputSchema', ...schema.path].join('.')} ${schema.problem}`
    throw new RunFailure(reason('action-too-old', `it does not understand the schema of the output: ${what}`))
  }
  return { output: openOutput({ schema, redact: secrets.redact, isConfidential: confidentiality.isOn }) }
}

function composeCommands(
  { secrets }: RunContext,
  { checkout, checks, commandRunner, workingDirectory }: Parts,
  workspace: Workspace,
): Commands {
  const { repository, startSha, untrackedBefore } = checkout
  return openAgentCommands({
    ...{ checks, commandRunner, workspace, directory: workingDirectory },
    readTree: async () => (await stageWorkTree(repository, startSha, untrackedBefore, 'reused')).tree,
    listFiles: (tree) => listFiles(repository, tree),
    redact: secrets.redact,
    outputs: openOutputs((path, text) => workspace.provide(path, text)),
  })
}

function composeDeps(
  { controlPlane, environment, secrets, nonce, log }: RunContext,
  { checkout, model, fallbacks, commit, rules, checks }: Parts,
  workspace: Workspace,
): Omit<ComposedAgent['deps'], 'commands'> {
  const { repository, startSha, untrackedBefore } = checkout
  const { id } = controlPlane.assignment.repository
  const reviewed = {
    readTree: async () => (await stageWorkTree(repository, startSha, untrackedBefore)).tree,
    redact: secrets.redact,
  }
  // The checks have just run on it, so nothing is read again.
  const readKnownTree = async () =>
    (await stageWorkTree(repository, startSha, untrackedBefore, 'reused')).tree
  const readWork = () => readChanges({ ...checkout, index: 'reused' })
  const judge = async () => {
    const plan = await judgeChange(checkout, await readWork(), { rules, secrets })
    return plan.kind === 'refuse' ? plan.refusal : null
  }
  // An instruction file that the project names for its root also applies in a folder.
  const names = rules.protectedPaths.filter((path) => !path.includes('/'))
  return {
    model,
    ...(fallbacks !== undefined && { fallbacks }),
    workspace,
    reviewers: [
      createPublishReviewer(judge),
      ...(checks === null
        ? []
        : [createChecksReviewer(checks, reviewed), createEvidenceReviewer(checks, readKnownTree)]),
    ],
    readWork: async () => (await readWork()).changes,
    async findInstructionsIn(folder) {
      if (commit === null) return []
      const paths = names.map((name) => `${folder}/${name}`)
      const files = await findInstructionFiles(repository, commit, paths, warnOfLink(log))
      return files.map(({ path, text }) => ({ path, text: secrets.redactKnown(text) }))
    },
    // An older server refuses events that it does not know.
    canShowPlan: controlPlane.assignment.features?.includes('plan') ?? false,
    canAsk: controlPlane.assignment.questions === true,
    nonce,
    cacheKey: createHash('sha256')
      .update(`${id} ${environment.GITHUB_WORKFLOW_REF ?? ''}`)
      .digest('hex')
      .slice(0, 32),
    random: () => randomInt(2 ** 32) / 2 ** 32,
  }
}

type Redact = (text: string) => string

/** The task with the secrets of the run redacted in its texts, which go to the model's provider. */
export function redactTask(task: AgentTask, redact: Redact): AgentTask {
  const clean = (text: string | null) => (text === null ? null : redact(text))
  const cleanText = <T extends { readonly text: string }>(part: T): T => ({
    ...part,
    text: redact(part.text),
  })
  return {
    ...task,
    prompts: task.prompts.map(cleanText),
    ...(task.outputSchema !== undefined && { outputSchema: redact(task.outputSchema) }),
    earlier: task.earlier.map(({ prompts, outcome, summary }) => ({
      prompts: prompts.map(redact),
      outcome,
      summary: clean(summary),
    })),
    issue: task.issue && redactIssue(task.issue, redact),
    material: task.material.map(cleanText),
    ...(task.conflicts !== undefined && { conflicts: task.conflicts.map(cleanText) }),
    instructions: task.instructions.map(cleanText),
    ...(task.skills !== undefined && {
      skills: task.skills.map(({ name, description, files }) => ({
        name: redact(name),
        description: redact(description),
        files: files.map(cleanText),
      })),
    }),
    template: task.template === null ? null : cleanText(task.template),
    workSoFar: clean(task.workSoFar),
    savedPatch: clean(task.savedPatch),
    ...(task.unfinished !== undefined && {
      unfinished: { diff: redact(task.unfinished.diff), notes: redact(task.unfinished.notes) },
    }),
  }
}

const redactIssue = ({ number, text }: AssignedIssue, redact: Redact): AssignedIssue => ({
  number,
  ...(text !== undefined && {
    text: { title: redact(text.title), body: redact(text.body), author: text.author },
  }),
})

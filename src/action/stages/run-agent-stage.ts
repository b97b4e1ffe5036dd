import { createHash, randomInt } from 'node:crypto'
import { reason } from '../../contract/reasons.ts'
import type { AgentOutcome } from '../agent/agent-host.ts'
import type { AgentTask } from '../agent/prompt/agent-task.ts'
import { readLengthFor } from '../agent/prompt/context-budget.ts'
import { createChecksReviewer } from '../agent/review/checks-reviewer.ts'
import type { AgentDeps } from '../agent/session.ts'
import type { Checks } from '../checks/open-checks.ts'
import type { Checkout } from '../git/checkout/checkout.ts'
import { fetchBranches } from '../git/checkout/fetch-branches.ts'
import { findInstructionFiles } from '../git/checkout/instruction-files.ts'
import { findPullRequestTemplate } from '../git/checkout/pull-request-template.ts'
import { wasUntracked } from '../git/checkout/untracked-before.ts'
import { diffAgainstBase } from '../git/diff/diff-against-base.ts'
import { readChanges } from '../git/diff/read-changes.ts'
import { stageWorkTree } from '../git/diff/stage-work-tree.ts'
import { describeVerdict } from '../git/policy/describe-refusals.ts'
import { pathPolicy } from '../git/policy/path-policy.ts'
import type { ModelHandle } from '../models/providers/model-handle.ts'
import { RunFailure } from '../outcome/run-failure.ts'
import { type GitHistory, openGitHistory } from '../workspace/browse/git-history.ts'
import { openWorkspace, type Workspace } from '../workspace/workspace.ts'
import { fetchDefaultBranch } from './fetch-default-branch.ts'
import { logModel } from './log-model.ts'
import { openAgentHost, openTranscriptOf } from './open-agent-host.ts'
import type { Prepared } from './prepare.ts'
import { redactAnswers, redactTask } from './redact.ts'
import { orFail, type RunContext } from './run-context.ts'
import { sanitizeWords } from './sanitize-words.ts'

/** How far into the past an agent that asks for history can look. */
const COMMITS_BACK = 200

/** The agent's outcome, fit to be published; otherwise the run fails for the agent's reason. */
export async function runAgentStage(
  job: RunContext,
  { tree, model: opened }: Prepared,
  checks: Checks | null,
): Promise<AgentOutcome> {
  const { model } = orFail(opened)
  logModel(job, model)
  const transcript = openTranscriptOf(job)
  job.known.transcript = transcript?.path ?? null
  const host = openAgentHost(job, transcript)
  const { runAgent } = await import(/* webpackMode: "eager" */ '../agent/run-agent.ts')
  try {
    const commit = await fetchDefaultBranch(job, tree)
    const task = redactTask(await describe(job, tree, { commit, checks }), job.secrets.redact)
    const outcome = await runAgent(task, { host, ...depsOf(job, tree, { model, commit, checks }) })
    transcript?.record({ type: 'ended', reason: outcome.reason?.code ?? null })
    return judge(job, await sanitizeWords(job, tree, outcome))
  } finally {
    transcript?.close()
  }
}

function judge(job: RunContext, outcome: AgentOutcome): AgentOutcome {
  job.known.outcome = outcome
  if (outcome.reason !== null) job.log.info(job.discretion.withhold(outcome.reason.message))
  if (outcome.publishable) return outcome
  throw new RunFailure(outcome.reason ?? reason('agent-stuck', 'it ended without a result'))
}

/** `commit`: of the default branch, for the instruction files. */
async function describe(
  job: RunContext,
  tree: Checkout,
  { commit, checks }: { readonly commit: string | null; readonly checks: Checks | null },
): Promise<AgentTask> {
  const { engagement, discretion, known } = job
  const { repository, prompts, earlier, kept, limits } = engagement.assignment
  return {
    repository: `${repository.owner}/${repository.name}`,
    prompts,
    earlier,
    instructions: await engagement.findInstructions(
      async (paths) => (commit === null ? [] : findInstructionFiles(tree.repository, commit, paths)),
      known.rules,
    ),
    template: await findPullRequestTemplate(tree.repository, tree.baseSha),
    workSoFar: tree.branchHead === null ? null : await readWorkSoFar(job, tree),
    keptWork: kept === undefined ? null : Buffer.from(kept.patch, 'base64').toString('utf8'),
    limits,
    // Checks that cannot run, or may not send the work back, are none to the model.
    checked: checks !== null && checks.rounds > 0,
    confidential: discretion.isOn,
  }
}

function depsOf(
  job: RunContext,
  tree: Checkout,
  {
    model,
    commit,
    checks,
  }: { readonly model: ModelHandle; readonly commit: string | null; readonly checks: Checks | null },
): Omit<AgentDeps, 'host'> {
  const { repository } = job.engagement.assignment
  // What the project names for its root holds by the same name in a folder.
  const names = job.known.rules.protectedPaths.filter((path) => !path.includes('/'))
  return {
    model,
    workspace: workspaceOf(job, tree, model),
    reviewers: checks === null ? [] : [createChecksReviewer(checks, reviewedWork(job, tree))],
    readWork: async () => (await readChanges({ ...tree, index: 'kept' })).changes,
    async findInstructionsIn(folder) {
      if (commit === null) return []
      const paths = names.map((name) => `${folder}/${name}`)
      const files = await findInstructionFiles(tree.repository, commit, paths)
      return files.map(({ path, text }) => ({ path, text: job.secrets.redact(text) }))
    },
    mark: job.mark,
    cacheKey: createHash('sha256')
      .update(`${repository.id} ${job.environment.GITHUB_WORKFLOW_REF ?? ''}`)
      .digest('hex')
      .slice(0, 32),
    chance: () => randomInt(2 ** 32) / 2 ** 32,
  }
}

const reviewedWork = (job: RunContext, { repository, startSha, untrackedBefore }: Checkout) => ({
  readTree: async () => (await stageWorkTree(repository, startSha, untrackedBefore)).tree,
  scrub: job.secrets.scrub,
})

function workspaceOf(job: RunContext, tree: Checkout, { window }: ModelHandle): Workspace {
  const judgePath = pathPolicy(job.known.rules)
  const workspace = openWorkspace({
    root: job.workspace,
    git: tree.repository.git,
    history: historyOf(job, tree),
    readLength: readLengthFor(window),
    isForeign: (path) => wasUntracked(tree.untrackedBefore, Buffer.from(path).toString('latin1')),
    findObstacle(path) {
      const verdict = judgePath(path)
      if (verdict === 'writable') return null
      job.known.refused.push({ path, verdict })
      return describeVerdict(verdict)
    },
  })
  return redactAnswers(workspace, job.secrets.redact)
}

function historyOf({ engagement }: RunContext, tree: Checkout): GitHistory {
  const { repository, startSha, untrackedBefore, branchHead } = tree
  const { base, branch, fetchToken: token } = engagement.assignment
  const branches = branchHead === null ? [base] : [base, branch]
  return openGitHistory({
    git: repository.git,
    start: startSha,
    writeTree: async () => (await stageWorkTree(repository, startSha, untrackedBefore, 'kept')).tree,
    deepen: async () => (await fetchBranches({ repository, token, deepen: COMMITS_BACK }, branches)) === null,
  })
}

async function readWorkSoFar({ engagement }: RunContext, { repository }: Checkout): Promise<string> {
  const { base, branch, fetchToken } = engagement.assignment
  return (await diffAgainstBase({ repository, token: fetchToken, base, branch })).diff
}

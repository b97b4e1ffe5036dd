import type { AgentEvent } from '../../contract/events.ts'
import { reason } from '../../contract/reasons.ts'
import type { AgentHost, AgentOutcome } from '../agent/task.ts'
import { describeEvent } from '../describe-event.ts'
import { diffAgainstBase } from '../git/diff-against-base.ts'
import { pathJudge } from '../git/judge-path.ts'
import { nameVerdict } from '../git/name-refused.ts'
import type { PreparedWorkTree } from '../git/prepare-work-tree.ts'
import { type Job, orFail } from '../job.ts'
import { RunFailure } from '../run-failure.ts'
import { openWorkspace } from '../workspace/open-workspace.ts'
import type { Prepared } from './prepare.ts'

/** The agent's outcome, fit to be published; otherwise the run fails for the agent's reason. */
export async function letAgentWork(job: Job, { tree, model: opened }: Prepared): Promise<AgentOutcome> {
  const { model } = orFail(opened)
  const { assignment } = job.engagement
  const { git } = tree.repository
  const { repository, prompts, earlier, kept, limits, rules } = assignment
  const judge = pathJudge(rules)
  const { runAgent } = await import(/* webpackMode: "eager" */ '../agent/run-agent.ts')
  const outcome = await runAgent(
    {
      repository: `${repository.owner}/${repository.name}`,
      prompts,
      earlier,
      instructions: await job.engagement.findInstructions((path) => readBase(tree, path)),
      workSoFar: tree.branchHead === null ? null : await readWorkSoFar(job, tree),
      keptWork: kept === undefined ? null : Buffer.from(kept.patch, 'base64').toString('utf8'),
      limits,
      confidential: job.discretion.isOn,
    },
    {
      model,
      workspace: openWorkspace({
        root: job.workspace,
        git,
        findObstacle(path) {
          const verdict = judge(path)
          if (verdict === 'writable') return null
          job.known.refused.push({ path, verdict })
          return nameVerdict(verdict)
        },
      }),
      host: hostOf(job),
      reviewers: [],
    },
  )
  const clean = withoutSecrets(outcome, job.secrets.scrub)
  job.known.outcome = clean
  if (clean.reason !== null) job.log.info(job.discretion.withhold(clean.reason.message))
  if (!clean.publishable)
    throw new RunFailure(clean.reason ?? reason('agent-stuck', 'it ended without a result'))
  return clean
}

function hostOf({ engagement, discretion, log, secrets, signal, now }: Job): AgentHost {
  return {
    onEvent(event) {
      const clean = cleanEvent(event, secrets.scrub)
      engagement.report(clean)
      const line = describeEvent(clean, discretion.isOn)
      if (line !== null) log.info(line)
    },
    takeMessages() {
      const messages = engagement.takeMessages()
      for (const { text } of messages) discretion.add(text)
      return messages
    },
    signal,
    now,
  }
}

function cleanEvent(event: AgentEvent, scrub: (text: string) => string): AgentEvent {
  if (event.type === 'note') return { ...event, text: scrub(event.text) }
  if (event.type === 'tool') return { ...event, target: scrub(event.target) }
  return event
}

/** The model cannot have read a key of this run by any way we know; if it did, it is told to nobody. */
function withoutSecrets(outcome: AgentOutcome, scrub: (text: string) => string): AgentOutcome {
  return {
    ...outcome,
    title: scrub(outcome.title),
    body: scrub(outcome.body),
    commitMessage: scrub(outcome.commitMessage),
    summary: scrub(outcome.summary),
  }
}

async function readBase({ repository, baseSha }: PreparedWorkTree, path: string): Promise<string | null> {
  const { code, stdout } = await repository.git(['cat-file', 'blob', `${baseSha}:${path}`])
  return code === 0 ? stdout : null
}

async function readWorkSoFar({ engagement }: Job, { repository }: PreparedWorkTree): Promise<string> {
  const { base, branch, fetchToken } = engagement.assignment
  return (await diffAgainstBase({ repository, token: fetchToken, base, branch })).diff
}

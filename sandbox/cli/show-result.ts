import type { World } from '../world/start-world.ts'
import { describeMoney } from './describe-money.ts'
import type { DemoJob, DemoRun } from './follow-job.ts'
import { showDiff } from './show-diff.ts'
import type { Paint } from './terminal-colors.ts'

/** Formats the result of a job for people: what they came for first. */
export async function showResult(
  world: Pick<World, 'gitDirectory'>,
  job: DemoJob,
  run: DemoRun | null,
  paint: Paint,
): Promise<string> {
  const lines = ['']
  if (job.prLink) lines.push(`${paint.bold('pull request')}  ${paint.good(job.prLink)}`)
  else if (job.status === 'completed') lines.push('No file was changed, so there is no pull request.')
  if (run?.summary) lines.push(`${paint.bold('summary')}       ${run.summary}`)
  if (job.source.ref)
    lines.push('', (await showDiff(world.gitDirectory, job.source.ref, paint.colours)).trimEnd())
  if (run?.usage) lines.push('', `${paint.bold('used')}          ${describeUsage(run.usage)}`)
  return lines.join('\n')
}

function describeUsage(usage: NonNullable<DemoRun['usage']>): string {
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd } = usage
  const cached = cachedInputTokens === 0 ? '' : ` (${count(cachedInputTokens)} cached)`
  const cost =
    costUsd === null ? 'no price is known for this model' : `estimated at ${describeMoney(costUsd)}`
  return `${steps} ${steps === 1 ? 'step' : 'steps'}, ${count(inputTokens)} tokens in${cached}, ${count(outputTokens)} out, ${cost}`
}

const count = (tokens: number): string => tokens.toLocaleString('en')

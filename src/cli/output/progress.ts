import type { JobStatus, JobUpdate } from '../../client/index.ts'
import { describeFallback } from '../../contract/describe-run.ts'
import { plainText } from './plain-text.ts'
import type { Channel, Paint } from './terminal.ts'
import { duration } from './words.ts'

interface ProgressView {
  show(update: JobUpdate): Promise<void>
  /** Leaves the last picture where it is. */
  end(): void
}

/** For people a picture that changes in place; otherwise one line for each update. */
export const openProgress = (channel: Channel, now: () => number): ProgressView =>
  channel.isTerminal ? liveView(channel, now) : plainLog(channel)

function plainLog(channel: Channel): ProgressView {
  return {
    async show(update) {
      const line = describeUpdate(update)
      if (line === null) return
      const at = update.type === 'job' ? '' : `${update.at} `
      await channel.write(`${plainText(`${at}${line}`)}\n`)
    },
    end: () => undefined,
  }
}

const TICK_MS = 1_000

function liveView(channel: Channel, now: () => number): ProgressView {
  const startedAt = now()
  let progress = NO_PROGRESS
  let drawn = 0
  const draw = async (): Promise<void> => {
    const width = Math.max(20, channel.columns() - 1)
    const lines = renderProgress(progress, now() - startedAt, channel.paint, width)
    // Back to the first line of the last picture, and clear what is below.
    const back = drawn === 0 ? '' : `\u001b[${drawn}A\u001b[0J`
    drawn = lines.length
    await channel.write(`${back}${lines.join('\n')}\n`)
  }
  const timer = setInterval(() => {
    // A terminal that is gone ends the command by its own signal.
    draw().catch(() => clearInterval(timer))
  }, TICK_MS)
  return {
    async show(update) {
      progress = addUpdate(progress, update)
      await draw()
    },
    end: () => clearInterval(timer),
  }
}

/** The lines of the picture, each at most `width` characters without colours. */
export function renderProgress(
  { run, stage, status, steps, tokens, costUsd, recent }: Progress,
  elapsedMs: number,
  paint: Paint,
  width: number,
): string[] {
  const cut = (text: string): string => (text.length > width ? `${text.slice(0, width - 1)}…` : text)
  const counts = [
    duration(elapsedMs),
    ...(run > 1 ? [`run ${run}`] : []),
    ...(steps > 0
      ? [`${steps} ${steps === 1 ? 'step' : 'steps'}`, `${tokens.toLocaleString('en')} tokens`]
      : []),
    ...(costUsd === null ? [] : [`$${costUsd.toFixed(3)}`]),
  ]
  const isOver = status !== 'active'
  const waiting = stage < 0 && !isOver ? [paint.busy(cut('● Wait for a runner'))] : []
  const stages = STAGES.flatMap(([name, title], at) => {
    if (at < stage || (at === stage && status === 'completed')) return [paint.good(cut(`✓ ${title}`))]
    if (isOver) return at === stage ? [paint.bad(cut(`✗ ${title}`))] : []
    if (at > stage) return [paint.dim(cut(`○ ${title}`))]
    const details = name === 'agent' ? recent.map((line) => paint.dim(cut(`    ${plainText(line)}`))) : []
    return [paint.busy(cut(`● ${title}`)), ...details]
  })
  return [...waiting, ...stages, paint.dim(cut(plainText(counts.join(' · '))))]
}

/** The stages that a person follows, in their order. */
const STAGES = [
  ['prepare', 'Prepare the checkout'],
  ['agent', 'Work on the prompt'],
  ['plan', 'Decide what may be published'],
  ['push', 'Push the branch'],
  ['pull-request', 'Open the pull request'],
  ['result', 'Report the result'],
] as const

/** What is known of the current run of a job, folded from its updates. */
interface Progress {
  readonly run: number
  /** Index in STAGES of the stage that the run is in; -1: no runner has started. */
  readonly stage: number
  readonly status: JobStatus
  readonly steps: number
  readonly tokens: number
  readonly costUsd: number | null
  /** The last things that the agent did, oldest first. */
  readonly recent: readonly string[]
}

export const NO_PROGRESS: Progress = {
  run: 1,
  stage: -1,
  status: 'active',
  steps: 0,
  tokens: 0,
  costUsd: null,
  recent: [],
}

const RECENT = 4

export function addUpdate(progress: Progress, update: JobUpdate): Progress {
  if (update.type === 'job') return { ...progress, status: update.job.status }
  const current = update.run === progress.run ? progress : { ...NO_PROGRESS, run: update.run }
  switch (update.type) {
    case 'stage': {
      const stage = STAGES.findIndex(([name]) => name === update.stage)
      return { ...current, stage: Math.max(current.stage, stage) }
    }
    case 'step':
      return {
        ...current,
        steps: update.step,
        tokens: update.inputTokens + update.outputTokens,
        costUsd: update.costUsd,
      }
    default: {
      const line = describeUpdate(update)
      return line === null ? current : { ...current, recent: [...current.recent, line].slice(-RECENT) }
    }
  }
}

/** One update in one line; `null`: it has nothing for people. The types of events may grow. */
export function describeUpdate(update: JobUpdate): string | null {
  switch (update.type) {
    case 'job':
      return `job ${update.job.status}`
    case 'stage':
      return `stage ${update.stage}`
    case 'tool':
      return `${update.ok ? '' : 'refused: '}${update.tool} ${update.target}`.trimEnd()
    case 'step':
      return null
    case 'note':
      return update.text
    case 'message':
      return `read message ${update.number}`
    case 'retry':
      return describeRetry(update)
    case 'fallback':
      return describeFallback(update)
    default:
      return null
  }
}

/** Times are those of this machine. */
function describeRetry({ host, why, retry, next, until }: Extract<JobUpdate, { type: 'retry' }>): string {
  const time = (at: string) => new Date(at).toLocaleTimeString('en-GB')
  const end = until === null ? '' : `, gives up at ${time(until)}`
  return `cannot reach the model at ${host} (${why}); retry ${retry} at ${time(next)}${end}`
}

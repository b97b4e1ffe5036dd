import { join } from 'node:path'
import { describeFallback, describeRetry } from '../../contract/describe-run.ts'
import { type AgentEvent, PLAN_ITEM_LENGTH } from '../../contract/events.ts'
import type { AgentHost } from '../agent/agent-host.ts'
import { ALL_TOOLS } from '../agent/tools/toolset.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { openTranscript, type Transcript } from '../output/transcript.ts'
import { describeMoney, messageOf, stackOf, truncate, truncateLine } from '../text/format.ts'
import type { RunContext } from './run-context.ts'

/** Passes what the agent reports to the control plane, the log and the transcript, each without secrets. */
export function openAgentHost(
  {
    controlPlane,
    confidentiality,
    log,
    secrets,
    signal,
    now,
  }: Pick<RunContext, 'confidentiality' | 'log' | 'secrets' | 'signal' | 'now'> & {
    readonly controlPlane: Pick<ControlPlane, 'report' | 'takeMessages'>
  },
  transcript: Transcript | null,
): AgentHost {
  return {
    onEvent(event) {
      const clean = cleanEvent(event, secrets.redact)
      controlPlane.report(clean)
      const line = logEvent(clean, confidentiality.isOn)
      if (line !== null) log.info(line)
    },
    takeMessages() {
      const messages = controlPlane.takeMessages()
      for (const { text } of messages) confidentiality.add(text)
      return messages.map(({ number, text }) => ({ number, text: secrets.redact(text) }))
    },
    record: (line) => transcript?.record(line),
    reportException(error) {
      log.info(truncate(confidentiality.redactQuotes(secrets.redact(stackOf(error))), STACK_LENGTH))
      return truncateLine(withoutPaths(secrets.redact(messageOf(error))), EXCEPTION_LENGTH)
    },
    signal,
    now,
  }
}

const STACK_LENGTH = 8000
const EXCEPTION_LENGTH = 300

const QUOTED_PATH = /(['"`])(?:file:\/\/|[A-Za-z]:)?[\\/][^'"`\n]*\1/g
const BARE_PATH = /(?<![^\s'"`(=:,[])(?:file:\/\/|[A-Za-z]:)?[\\/][^\s'"`),]*/g

/** Without absolute paths: they show the runner, and no tool takes them. Pure. */
export const withoutPaths = (text: string): string =>
  text.replace(QUOTED_PATH, '$1[path]$1').replace(BARE_PATH, '[path]')

/** `null`: the file cannot be written, which is logged. */
export function openRunTranscript(job: RunContext): Transcript | null {
  const { controlPlane, temp, secrets, confidentiality, log, now } = job
  const { run, model, repository } = controlPlane.assignment
  const transcript = openTranscript({
    path: join(temp, `${run.replace(/[^\w-]/g, '_')}.transcript.jsonl`),
    redact: secrets.redact,
    isConfidential: confidentiality.isOn,
    now,
    warn: log.warning,
  })
  transcript?.record({ type: 'began', run, model, repository: `${repository.owner}/${repository.name}` })
  return transcript
}

/** Redacts before it truncates: half a secret would not be found. */
function cleanEvent(event: AgentEvent, redact: (text: string) => string): AgentEvent {
  const clean = (text: string, most: number) => truncateLine(redact(text), most)
  if (event.type === 'note') return { ...event, text: clean(event.text, 1000) }
  if (event.type === 'plan') {
    const items = event.items.map((item) => ({ ...item, text: clean(item.text, PLAN_ITEM_LENGTH) }))
    return { ...event, items }
  }
  if (event.type === 'retry' || event.type === 'fallback') return { ...event, why: clean(event.why, 200) }
  if (event.type !== 'tool') return event
  return { ...event, tool: clean(event.tool, 64), target: clean(event.target, 300) }
}

/**
 * An event as a line of the log; `null`: it is not logged. Its texts come from the model. With `isConfidential` they are
 * left out, since search terms, invented tool names and remarks may repeat the prompt.
 */
export function logEvent(event: AgentEvent, isConfidential: boolean): string | null {
  switch (event.type) {
    case 'stage':
      return `Stage ${event.stage}`
    case 'tool': {
      const sign = event.ok ? '✓' : '✗'
      return isConfidential ? `  ${sign} ${knownName(event.tool)}` : `  ${sign} ${event.tool} ${event.target}`
    }
    case 'step':
      return `Step ${event.step}: ${event.inputTokens} tokens in${cached(event.cachedInputTokens)}, ${event.outputTokens} out${cost(event.costUsd)}`
    case 'note':
      return isConfidential ? null : `  ${event.text}`
    case 'plan': {
      const done = event.items.filter((item) => item.done).length
      const items = isConfidential ? '' : `: ${event.items.map((item) => item.text).join('; ')}`
      return `Checklist, ${done} of ${event.items.length} done${items}`
    }
    case 'message':
      return `The agent received message ${event.number}`
    case 'retry':
      // A provider may quote what it was asked.
      return describeRetry(isConfidential ? { ...event, why: 'temporary' } : event)
    case 'fallback':
      return describeFallback(isConfidential ? { ...event, why: 'see the page of the job' } : event)
  }
}

const knownName = (tool: string): string =>
  ALL_TOOLS.find(({ name }) => name === tool)?.name ?? 'an unknown tool'

const cached = (tokens = 0): string => (tokens === 0 ? '' : ` (${tokens} cached)`)

const cost = (usd: number | null): string => (usd === null ? '' : `, estimated at ${describeMoney(usd)}`)

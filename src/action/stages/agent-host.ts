import { join } from 'node:path'
import { type AgentEvent, PLAN_ITEM_LENGTH } from '../../contract/events.ts'
import type { AgentHost } from '../agent/agent-host.ts'
import { ALL_TOOLS } from '../agent/tools/toolset.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { openTranscript, type Transcript } from '../output/transcript.ts'
import { describeMoney, truncateLine } from '../text/format.ts'
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
    signal,
    now,
  }
}

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
      return `Plan, ${done} of ${event.items.length} done${items}`
    }
    case 'message':
      return `The agent received message ${event.number}`
  }
}

const knownName = (tool: string): string =>
  ALL_TOOLS.find(({ name }) => name === tool)?.name ?? 'an unknown tool'

const cached = (tokens = 0): string => (tokens === 0 ? '' : ` (${tokens} cached)`)

const cost = (usd: number | null): string => (usd === null ? '' : `, estimated at ${describeMoney(usd)}`)

import type { AgentEvent } from '../../contract/events.ts'
import { ALL_TOOLS } from '../agent/tools/toolset.ts'
import { describeMoney } from '../text/format.ts'

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

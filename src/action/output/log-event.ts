import type { AgentEvent } from '../../contract/events.ts'
import { ALL_TOOLS } from '../agent/tools/all-tools.ts'
import { describeMoney } from '../text/format.ts'

/**
 * An event as a line of the log; `null`: it has none. Texts in it come from the model. With `isDiscreet` none of them
 * shows, since they may repeat the request: what it searches for, the name of a tool that it made up, its remarks.
 */
export function logEvent(event: AgentEvent, isDiscreet: boolean): string | null {
  switch (event.type) {
    case 'stage':
      return `Stage ${event.stage}`
    case 'tool': {
      const mark = event.ok ? '✓' : '✗'
      return isDiscreet ? `  ${mark} ${knownName(event.tool)}` : `  ${mark} ${event.tool} ${event.target}`
    }
    case 'step':
      return `Step ${event.step}: ${event.inputTokens} tokens in${cached(event.cachedInputTokens)}, ${event.outputTokens} out${cost(event.costUsd)}`
    case 'note':
      return isDiscreet ? null : `  ${event.text}`
    case 'message':
      return `Took up message ${event.number}`
  }
}

const knownName = (tool: string): string =>
  ALL_TOOLS.find(({ name }) => name === tool)?.name ?? 'a tool that there is not'

const cached = (tokens = 0): string => (tokens === 0 ? '' : ` (${tokens} cached)`)

const cost = (usd: number | null): string => (usd === null ? '' : `, estimated at ${describeMoney(usd)}`)

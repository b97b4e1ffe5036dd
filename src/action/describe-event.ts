import type { AgentEvent } from '../contract/events.ts'

/** An event as a line of the log. Texts in it come from the model. */
export function describeEvent(event: AgentEvent): string {
  switch (event.type) {
    case 'stage':
      return `Stage ${event.stage}`
    case 'tool':
      return `  ${event.ok ? '✓' : '✗'} ${event.tool} ${event.target}`
    case 'step':
      return `Step ${event.step}: ${event.inputTokens} tokens in, ${event.outputTokens} out${cost(event.costUsd)}`
    case 'note':
      return `  ${event.text}`
    case 'message':
      return `Took up message ${event.number}`
  }
}

const cost = (usd: number | null): string => (usd === null ? '' : `, about ${usd.toFixed(2)} USD`)

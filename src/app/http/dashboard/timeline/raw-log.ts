import type { AgentEvent } from '../../../../contract/events.ts'
import type { KeptEvent } from '../../../records/read-progress.ts'

/** The events of a run as plain text, a line each, with their numbers and times in UTC. Pure. */
export const rawLog = (events: readonly KeptEvent[]): string =>
  events.map(({ run, seq, at, event }) => `${run}-${seq}\t${at}\t${textOf(event)}\n`).join('')

function textOf(event: AgentEvent): string {
  switch (event.type) {
    case 'stage':
      return `stage ${event.stage}`
    case 'tool':
      return oneLine(`step ${event.step}: ${event.tool} ${event.target} ${event.ok ? 'done' : 'refused'}`)
    case 'step':
      return `step ${event.step}: ${event.inputTokens} input tokens, ${event.outputTokens} output tokens, ${event.costUsd === null ? 'unknown cost' : `${event.costUsd} USD`} so far`
    case 'note':
      return oneLine(event.text)
    case 'plan':
      return oneLine(event.items.map(({ text, done }) => `[${done ? 'x' : ' '}] ${text}`).join('; '))
    case 'message':
      return `read message ${event.number}`
  }
}

/** Without control characters, which a terminal would obey. */
const oneLine = (text: string): string => text.replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')

import type { JobStatus, RunState, Usage } from '../../client/index.ts'
import { plainText } from './plain-text.ts'
import type { Paint } from './terminal.ts'

/** `5 min ago`: how long ago a time was, in one unit. */
export function ago(time: string, now: number): string {
  const seconds = Math.max(0, Math.round((now - Date.parse(time)) / 1000))
  if (seconds < 60) return 'just now'
  if (seconds < 3600) return `${Math.floor(seconds / 60)} min ago`
  if (seconds < 86_400) return `${Math.floor(seconds / 3600)} h ago`
  const days = Math.floor(seconds / 86_400)
  return `${days} ${days === 1 ? 'day' : 'days'} ago`
}

/** `3 min 12 s`: in two units at most. */
export function duration(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000))
  if (seconds < 60) return `${seconds} s`
  const minutes = Math.floor(seconds / 60)
  if (minutes < 60) return `${minutes} min ${seconds % 60} s`
  const hours = Math.floor(minutes / 60)
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

const plural = (count: number, word: string): string =>
  `${count.toLocaleString('en')} ${word}${count === 1 ? '' : 's'}`

export function usageWords({ steps, inputTokens, outputTokens, costUsd }: Usage): string {
  const cost = costUsd === null ? [] : [`$${costUsd.toFixed(costUsd < 1 ? 3 : 2)}`]
  return [plural(steps, 'step'), plural(inputTokens + outputTokens, 'token'), ...cost].join(', ')
}

/** An icon and a word, because not everybody sees colours. */
export function statusWord(status: JobStatus | RunState, paint: Paint): string {
  switch (status) {
    case 'completed':
    case 'succeeded':
      return paint.good(`✓ ${status}`)
    case 'failed':
    case 'cancelled':
      return paint.bad(`✗ ${status}`)
    case 'archived':
      return paint.dim(`- ${status}`)
    default:
      return paint.busy(`● ${plainText(status)}`)
  }
}

/** `owner/name` of a repository's address. */
export const repositoryName = (url: string): string => new URL(url).pathname.slice(1)

/** The commands and options for calls of the API and their fields. Messages of the server are written for its callers. */
const COMMANDS: readonly (readonly [RegExp, string])[] = [
  [/POST …\/(retry|update|cancel|archive|unarchive|message)\b/g, 'prentice $1'],
  [/GET \/v2\/(projects|models|usage)\b(?![/?])/g, 'prentice $1'],
  [/GET \/v2\/webhooks\b(?![/?])/g, 'prentice webhooks list'],
  [/GET \/v2\/batches\b(?![/?])/g, 'prentice batch list'],
  [/`mode` `(ask|plan|review)`/g, '--mode $1'],
  // The settings have `model`, too.
  [/(?<=another )`model`/g, '--model'],
  [/`ref`/g, '--ref'],
  [/`limitUsd`/g, '--max-cost-usd'],
  [/`projectIds`/g, '--repos'],
]

/** A message of the server for a person at the command line: it names commands and options. Pure. */
export const inTermsOfCommands = (text: string): string =>
  COMMANDS.reduce((changed, [call, command]) => inCode(changed, call, command), text)

/** A command stands in backticks, as a call may. */
const inCode = (text: string, call: RegExp, command: string): string =>
  text.replace(new RegExp(`\`?${call.source}\`?`, call.flags), `\`${command}\``)

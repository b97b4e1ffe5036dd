import { cutHead } from '../contract/cut-text.ts'
import type { Reason } from '../contract/reasons.ts'
import type { Ending } from './job-end.ts'

/** What the contract takes of a message. */
const LONGEST = 4000

/**
 * The ending with what had ended the agent's work early, where the work then could not be published for another reason:
 * whoever asked has to know of both. Pure.
 */
export function nameBothReasons(ending: Ending, first: Reason | null): Ending {
  if (ending.outcome !== 'failed' || first === null) return ending
  const { code, message } = ending.reason
  if (message.includes(first.message)) return ending
  const both = `${message} The work had ended early before that: ${first.message}`
  return { ...ending, reason: { code, message: cutHead(both, LONGEST) } }
}

import { type Reason, reason } from '../../contract/reasons.ts'
import { PROTOCOL_VERSION } from '../../contract/runner-protocol.ts'

/** Why an action that speaks this version cannot be served, which names the side to update; `null`: it can. */
export function checkProtocolVersion(spoken: number, served = PROTOCOL_VERSION): Reason | null {
  if (spoken === served) return null
  if (spoken < served) return reason('action-too-old', String(spoken))
  return reason('server-too-old', `${spoken}, and the server ${served}`)
}

import { type Reason, reason } from '../../contract/reasons.ts'
import type { Assignment } from '../../contract/runner-protocol/assignment.ts'
import {
  type Feature,
  OLDEST_PROTOCOL_VERSION,
  PROTOCOL_VERSION,
} from '../../contract/runner-protocol/protocol.ts'

const SERVED = { oldest: OLDEST_PROTOCOL_VERSION, newest: PROTOCOL_VERSION }

/** Why an action of this protocol version cannot be served, with the side to update; `null` if it can. */
export function checkProtocolVersion(spoken: number, { oldest, newest } = SERVED): Reason | null {
  if (spoken < oldest)
    return reason('action-too-old', `it uses protocol ${spoken}, and the server serves ${oldest} and later`)
  if (spoken > newest) return reason('server-too-old', `${spoken}, and the server ${newest}`)
  return null
}

export const hasFeature = (features: readonly string[] | undefined, name: Feature): boolean =>
  features?.includes(name) ?? false

/** Why an action with these features cannot do this work; `null` if it can. Checks of the project are never skipped. */
export function checkFeatures(
  {
    checks,
    issue,
    update,
    outside,
    mode,
    outputSchema,
    rules,
  }: Pick<Assignment, 'checks' | 'issue' | 'update' | 'outside' | 'mode' | 'outputSchema'> & {
    readonly rules?: Pick<Assignment['rules'], 'files'>
  },
  features: readonly string[] | undefined,
): Reason | null {
  if (checks !== undefined && !hasFeature(features, 'checks'))
    return reason('action-too-old', 'it does not support checks, which the settings of the project require')
  if (issue?.text !== undefined && !hasFeature(features, 'issue'))
    return reason('action-too-old', 'it cannot read the issue that the job is for')
  if (outside?.holdCi && !hasFeature(features, 'outside'))
    return reason('action-too-old', 'it cannot hold CI, which the settings of the project require')
  if (update !== undefined && !hasFeature(features, 'update'))
    return reason('action-too-old', 'it cannot merge the base into the branch')
  if (mode !== undefined && !hasFeature(features, 'mode'))
    return reason('action-too-old', `it does not know the mode \`${mode}\`, and would change files`)
  if (outputSchema !== undefined && !hasFeature(features, 'output'))
    return reason('action-too-old', 'it cannot return the output that the job asks for with `outputSchema`')
  if (mode === 'review' && !hasFeature(features, 'review'))
    return reason('action-too-old', 'it cannot review a pull request')
  if (rules?.files !== undefined && !hasFeature(features, 'files'))
    return reason('action-too-old', 'it cannot limit a job to the files of its batch')
  return null
}

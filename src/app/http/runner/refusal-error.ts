import { REASON_HEADER } from '../../../contract/runner-protocol/protocol.ts'
import type { RefusalCause, RunnerRefusal } from '../../runs/authorize-runner.ts'
import { HttpError } from '../shared/http-error.ts'

/** The status codes of the runner protocol, see the contract. */
const STATUS: Readonly<Record<RefusalCause, number>> = {
  'wrong-workflow-run': 403,
  'wrong-secret': 403,
  'unknown-run': 404,
  'app-not-installed': 404,
  'not-dispatched': 409,
  'claimed-by-another': 409,
  'not-merging': 409,
  paused: 409,
  'registered-before': 409,
  'run-ended': 410,
  'texts-deleted': 410,
  'patch-quota': 413,
  'unsupported-protocol': 426,
}

/** A reason goes into a header, so that the action ends its run for this reason, with this message. */
export const refusalError = ({ why, message, reason }: Omit<RunnerRefusal, 'kind'>): HttpError =>
  new HttpError(STATUS[why], message, reason === undefined ? {} : { [REASON_HEADER]: reason })

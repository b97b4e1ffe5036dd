import { withoutKeys } from '../../keys/format-key.ts'
import { HttpError } from '../http-error.ts'

/** The calls of version 1 that have one of the same form. */
const SAME = /^\/v1(\/agent\/[\w-]{1,100}\/(?:jobs|job(?:\/[\w-]{1,100}(?:\/message)?)?))$/
const TAKES_PROMPT = /\/(?:job|message)$/

/** 410 with the call to make instead. */
export function versionOneIsGone(method: string, path: string): HttpError {
  const rest = SAME.exec(withoutKeys(path))?.[1]
  const call = rest === undefined ? 'POST /v2/agent/{projectId}/job' : `${method} /v2${rest}`
  const body = call.startsWith('POST') && TAKES_PROMPT.test(call) ? ' with {"prompt": "…"}' : ''
  return new HttpError(410, `version 1 is gone: use ${call}${body}; /openapi.json describes all calls`)
}

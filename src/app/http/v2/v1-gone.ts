import { withoutKeys } from '../../keys/format-key.ts'
import { HttpError } from '../shared/http-error.ts'

/** Paths of version 1 that are also ones of version 2, and the method there. */
const SAME: readonly (readonly [RegExp, string])[] = [
  [/^\/v1(\/agent\/[\w-]{1,100}\/job(?:\/[\w-]{1,100}\/message)?)$/, 'POST'],
  [/^\/v1(\/agent\/[\w-]{1,100}\/(?:jobs|job\/[\w-]{1,100}))$/, 'GET'],
]

/** 410 with the call to make instead, whatever the method was. */
export function v1Gone(path: string): HttpError {
  const [call = 'POST /v2/agent/{projectId}/job'] = SAME.flatMap(([form, method]) => {
    const rest = form.exec(withoutKeys(path))?.[1]
    return rest === undefined ? [] : [`${method} /v2${rest}`]
  })
  const body = call.startsWith('POST') ? ' with {"prompt": "…"}' : ''
  return new HttpError(410, `version 1 is gone: use ${call}${body}; /openapi.json describes all calls`)
}

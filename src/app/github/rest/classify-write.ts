import { z } from 'zod'
import type { Written } from '../feedback-content.ts'
import { classifyError, limitedUntil } from './classify-error.ts'
import type { ParsedError } from './parse-error.ts'
import type { RequestGithub, RestRequest } from './request.ts'

const Created = z.object({ id: z.int() })

/** Sends what shows something to people. A refusal is a value, because no job depends on it. */
export async function write(
  { ask, now }: { readonly ask: RequestGithub; readonly now: () => number },
  request: RestRequest,
): Promise<Written> {
  const told = await ask.raw(request)
  if (told.kind === 'answered') return { kind: 'written', id: Created.parse(told.answer.data).id }
  return classifyWrite(told.failure, now())
}

function classifyWrite(failure: ParsedError, now: number): Written {
  const { status, message: detail } = failure
  const isPermanent = status !== null && status >= 400 && status < 500
  if (!isPermanent || limitedUntil(failure, now) !== null || (status === 401 && failure.byApp))
    throw classifyError(failure, now)
  return /resource not accessible by integration/i.test(detail) || failure.onToken
    ? { kind: 'not-granted', detail }
    : { kind: 'refused', detail }
}

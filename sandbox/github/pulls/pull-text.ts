import { validationFailed } from '../rest/api-error.ts'
import type { Json } from '../rest/route.ts'

const MAX_TITLE = 256
const MAX_BODY = 65_536

/** The title and body that were sent. Throws if they exceed GitHub's length limits. */
export const checkPullText = (sent: Json): { title?: string; body?: string | null } => {
  const { title, body } = sent
  if (typeof title === 'string' && title.length > MAX_TITLE) throw tooLong('title', MAX_TITLE)
  if (typeof body === 'string' && body.length > MAX_BODY) throw tooLong('body', MAX_BODY)
  return {
    ...(typeof title === 'string' && title.trim() !== '' ? { title } : {}),
    ...(typeof body === 'string' || body === null ? { body } : {}),
  }
}

const tooLong = (field: string, most: number) =>
  validationFailed({
    resource: 'PullRequest',
    code: 'custom',
    field,
    message: `${field} is too long (maximum is ${most} characters)`,
  })

import { holdsKey } from '../../keys/format-key.ts'
import { HttpError } from '../shared/http-error.ts'

/** RFC 6750, section 3. A request without credentials gets no error code. */
export const unauthorized = (message: string, error?: 'invalid_request' | 'invalid_token'): HttpError =>
  new HttpError(401, message, {
    'www-authenticate': `Bearer realm="Prentice"${error === undefined ? '' : `, error="${error}"`}`,
  })

const HEADER = '`Authorization: Bearer prn_…`'

/** What nearly every request sends. */
const USUAL = /^Bearer (prn_[0-9A-Za-z]+)$/

/** What a request shows as its key, whatever it is. Throws a 401 where it does not show exactly one, in the header. */
export function bearerKey(authorization: string | undefined, url: string): string {
  if (isInUrl(url)) {
    throw unauthorized(
      `a key in the URL ends up in logs: send it in the header ${HEADER} and replace the one you sent`,
      'invalid_request',
    )
  }
  const usual = authorization === undefined ? undefined : USUAL.exec(authorization)?.[1]
  if (usual !== undefined) return usual
  const shown = authorization?.trim()
  if (!shown) throw unauthorized(`send your API key in the header ${HEADER}`)
  const [scheme, key, more] = shown.split(/ +/)
  // Several headers arrive as one, joined by commas.
  if (/\bbearer\b/i.test(shown) && (more !== undefined || shown.includes(','))) throw moreThanOne(shown)
  if (scheme?.toLowerCase() !== 'bearer') throw otherScheme(shown)
  if (key === undefined) {
    throw unauthorized(
      'there is no API key after `Bearer`: is the variable that should hold it set?',
      'invalid_request',
    )
  }
  if (!isKeyAlone(key))
    throw unauthorized(
      'the API key stands between other characters, quotes perhaps: send it alone',
      'invalid_token',
    )
  return key
}

/** `Bearer Bearer …`: the variable that is put after the word begins with it as well. */
const moreThanOne = (shown: string): HttpError =>
  /^bearer +bearer +[^ ,]+$/i.test(shown)
    ? unauthorized(`the word \`Bearer\` is there twice: send ${HEADER}`, 'invalid_request')
    : unauthorized(
        'the request has two credentials: send one Authorization header with one API key',
        'invalid_request',
      )

/** Or nothing that holds one. */
const isKeyAlone = (key: string): boolean => key.startsWith('prn_') || !holdsKey(key)

/** What was sent is not repeated: it may be a password, or the key itself. */
function otherScheme(shown: string): HttpError {
  if (!holdsKey(shown))
    return unauthorized(`the Authorization header is of another scheme than Bearer: send ${HEADER}`)
  return /^bearer/i.test(shown)
    ? unauthorized(
        `put a blank, and nothing else, between \`Bearer\` and the API key: ${HEADER}`,
        'invalid_request',
      )
    : unauthorized(`put the word \`Bearer\` before the API key: ${HEADER}`, 'invalid_request')
}

/** RFC 6750, section 2.3, knows the way by a parameter and advises against it; nobody means any other. */
function isInUrl(url: string): boolean {
  if (holdsKey(url)) return true
  const start = url.indexOf('?')
  if (start < 0) return false
  const query = new URLSearchParams(url.slice(start))
  return query.has('access_token') || query.has('api_key') || [...query].flat().some(holdsKey)
}

import type { IncomingMessage } from 'node:http'
import { HttpError } from '../shared/http-error.ts'

const HOST = /^(?:[\w.~-]+|\[[\da-f:.]+\])(?::\d{0,5})?$/i

/**
 * The path and query that a request asks for. Proxies may send the whole address (RFC 9112, section 3.2.2). The host
 * in it means nothing to us, but a request without exactly one is refused, as section 3.2 wants.
 */
export function requestTarget(request: IncomingMessage): string {
  const { host } = request.headers
  if (host === undefined ? request.httpVersion !== '1.0' : !HOST.test(host)) {
    throw new HttpError(400, 'the request needs one Host header with the name of this server')
  }
  const target = request.url ?? ''
  const path = target.startsWith('/') ? target : (/^https?:\/\/[^/?#]*(.*)$/is.exec(target)?.[1] ?? target)
  if (path === '' || path.startsWith('?')) return `/${path}`
  if (!path.startsWith('/'))
    throw new HttpError(404, 'there is nothing here: ask for a path, as GET /healthz')
  if (path.includes('\\') && /^[^?]*\\/.test(path))
    throw new HttpError(400, 'a backslash has no place in the path')
  return path
}

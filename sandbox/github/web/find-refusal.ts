import type { IncomingMessage } from 'node:http'

export interface Refusal {
  readonly status: 400 | 403
  readonly text: string
}

type Asked = Pick<IncomingMessage, 'method' | 'url' | 'headers'>

/**
 * Why a request is not served: a browser sends it for a page of another server, or asks under a name that somebody else gave
 * to this machine. Nobody signs in here, and every site that a developer opens can send requests to loopback: it could
 * comment as a person who may write, and spend the key of a real model. Other servers of this machine also show foreign
 * content. Only the manifest of an app comes from one, because its form is on the setup page of the app.
 */
export const findRefusal = (
  { method = 'GET', url = '/', headers }: Asked,
  server: string,
): Refusal | null => {
  if (!isPath(url, server)) return { status: 400, text: 'The path of the request is malformed.\n' }
  const { host = '', origin, 'sec-fetch-site': site } = headers
  if (!isLoopback(`http://${host}`)) return { status: 403, text: otherName(host, server) }
  const isRead = method === 'GET' || method === 'HEAD'
  if (isRead || isExpected({ origin, site, host, path: new URL(url, server).pathname })) return null
  return { status: 403, text: `Only its own pages can send forms to the sandbox: open ${server}\n` }
}

const MANIFEST_FORM = /^(?:\/organizations\/[^/]+)?\/settings\/apps\/new$/

/** Programs send neither header. */
const isExpected = (sent: {
  readonly origin: string | undefined
  readonly site: string | string[] | undefined
  readonly host: string
  readonly path: string
}): boolean => {
  const { origin, site, host, path } = sent
  if (origin === undefined) return site === undefined || site === 'same-origin' || site === 'none'
  if (!isLoopback(origin)) return false
  // Another server may listen on the same port of [::1], and `localhost` may lead there.
  return MANIFEST_FORM.test(path) || new URL(origin).host === host
}

const otherName = (host: string, server: string): string =>
  `The sandbox serves this machine only, and not under the name "${host}". Open ${server}. From another machine or a container, forward the same port: ssh -L ${new URL(server).port}:127.0.0.1:${new URL(server).port} …\n`

/** Browsers resolve `localhost` and names below it to loopback themselves: https://www.rfc-editor.org/rfc/rfc6761#section-6.3 */
const isLoopback = (url: string): boolean =>
  URL.canParse(url) && /^(?:127\.0\.0\.1|\[::1\]|(?:.+\.)?localhost)$/.test(new URL(url).hostname)

const isPath = (path: string, server: string): boolean => {
  if (!URL.canParse(path, server)) return false
  try {
    decodeURIComponent(new URL(path, server).pathname)
    return true
  } catch {
    return false
  }
}

import { STATUS_CODES } from 'node:http'
import type { Call } from './record-calls.ts'

/** Headers that a sample shows; the others are in the table of headers. */
const SHOWN = [
  'Location',
  'ETag',
  'X-Job-Reason',
  'Link',
  'RateLimit-Policy',
  'RateLimit',
  'X-RateLimit-Limit',
  'X-RateLimit-Remaining',
  'X-RateLimit-Reset',
  'Retry-After',
  'WWW-Authenticate',
]

const quote = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** The request as a curl command, and the server's real response to it, with its JSON indented. */
export function renderCall(call: Call): string {
  return ['```sh', curlOf(call), '```', '', '```http', answerOf(call), '```'].join('\n')
}

function curlOf({ method, path, body, headers = {}, key }: Call): string {
  const all = {
    ...(key !== null && { Authorization: 'Bearer $KEY' }),
    ...(body && { 'Content-Type': 'application/json' }),
    ...headers,
  }
  const lines = [
    `curl -i${method === 'POST' && body === undefined ? ' -X POST' : ''} "$BASE${path}"`,
    ...Object.entries(all).map(([name, value]) =>
      value.startsWith('Bearer ') ? `-H "${name}: ${value}"` : `-H ${quote(`${name}: ${value}`)}`,
    ),
    ...(body ? [`-d ${quote(JSON.stringify(body))}`] : []),
  ]
  return lines.join(' \\\n  ')
}

function answerOf({ status, answer, text }: Call): string {
  const headers = SHOWN.flatMap((name) => {
    const value = answer.get(name)
    return value === null ? [] : [`${name}: ${value}`]
  })
  const isJson = answer.get('content-type') === 'application/json'
  const body = isJson ? JSON.stringify(JSON.parse(text), null, 2) : text.trimEnd()
  const head = [`HTTP/1.1 ${status} ${STATUS_CODES[status]}`, ...headers].join('\n')
  return body === '' ? head : `${head}\n\n${body}`
}

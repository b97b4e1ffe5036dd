import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { LONG, type openDescription, type Variation } from './description.ts'

/** What a call makes of the answers of GitHub. */
export type Outcome = {
  readonly kind: 'answer' | 'rejected'
  readonly shown: string
  readonly error?: unknown
}

/** A GitHub that answers each route with every property that the description has, or with what replaces it. */
export async function describedGithub({ description, sample }: ReturnType<typeof openDescription>) {
  const described = Object.entries(description.responses).map(([route, responses]) => {
    const [method = '', path = ''] = route.split(' ')
    const [status = ''] = Object.keys(responses)
    const pattern = new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`)
    const base = responses[status] == null ? null : sample(['responses', route, status])
    return { route, method, pattern, status, base, text: base === null ? '' : JSON.stringify(base) }
  })
  let changed: { readonly route: string; readonly text: string } | null = null
  let asked = new Set<string>()
  const server = createServer(async (request, response) => {
    await text(request)
    const path = (request.url ?? '').split('?', 1)[0] ?? ''
    if (path === STORED) return void response.end('a log')
    // Routes with fewer parameters go first.
    const found = described
      .filter(({ method, pattern }) => method === request.method && pattern.test(path))
      .sort((a, b) => a.pattern.source.split('[').length - b.pattern.source.split('[').length)[0]
    if (found === undefined) return void response.writeHead(404).end('{"message":"Not Found"}')
    asked.add(found.route)
    const body = changed?.route === found.route ? changed.text : found.text
    const headers = {
      'content-type': 'application/json; charset=utf-8',
      location: `http://${request.headers.host}${STORED}`,
    }
    response.writeHead(Number(found.status), headers).end(body)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  const observe = async (call: () => unknown, variation: { route: string; text: string } | null) => {
    changed = variation
    asked = new Set()
    try {
      return { kind: 'answer', shown: show(await call()) } satisfies Outcome
    } catch (error) {
      const shown = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
      return { kind: 'rejected', shown, error } satisfies Outcome
    }
  }

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => server.close(),
    described,
    observe,
    /** What the call makes of the described answers, and the routes that it asked. */
    async begin(call: () => unknown) {
      const outcome = await observe(call, null)
      return { outcome, routes: described.filter(({ route }) => asked.has(route)) }
    },
  }
}

/** Where GitHub keeps the logs of jobs. */
const STORED = '/stored'

const show = (value: unknown): string =>
  JSON.stringify(value, (_, inside: unknown) => (typeof inside === 'bigint' ? `${inside}n` : inside)) ??
  'undefined'

/** A long integer became another number. */
export const isRounded = ({ isLong }: Variation, { shown }: Outcome): boolean =>
  isLong && shown.replaceAll(LONG, '').includes(LONG.slice(0, 12))

/**
 * The process under load: `bare` responds with one line of JSON, `floor <database URL>` writes the bytes of a create, and
 * `app <database URL> [<GitHub URL>]` is Prentice's server.
 * It sends its port to its parent, and then answers the parent's questions.
 */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunKey } from '../../src/app/domain/run-id.ts'
import type { ServedApp } from './serve-app.ts'

export interface Ready {
  readonly port: number
  /** Empty if it is not Prentice's server. */
  readonly key: string
  /** Of a session in the dashboard; empty if it is not Prentice's server. */
  readonly cookie: string
  readonly projects: readonly string[]
}

export type Question =
  | { readonly kind: 'used' }
  | { readonly kind: 'event'; readonly job: string; readonly seq: number }
  | { readonly kind: 'due' | 'tick'; readonly runs: readonly RunKey[] }
  | { readonly kind: 'waiting'; readonly amount: number }

/** The resources that the process has used since its start. */
export interface Usage {
  readonly cpuSeconds: number
  readonly rssMb: number
  readonly reads: number
}

/** The upper limit of Node for such a request: https://nodejs.org/api/http.html */
const createBareServer = (): Server =>
  createServer((_, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': '15' }
    response.writeHead(200, headers).end('{"hello":"you"}')
  })

const withoutApp = (server: Server, projects: readonly string[] = []): ServedApp => ({
  server,
  key: '',
  cookie: '',
  projects,
  reads: () => 0,
  addEvent: async () => {},
  addWaiting: async () => [],
  makeDue: async () => {},
  tick: () => Promise.reject(new Error('only the server of Prentice has timers')),
})

const [kind, databaseUrl = '', githubUrl = null] = process.argv.slice(2)
const served = await serve()
await new Promise<void>((resolve) => served.server.listen(0, '127.0.0.1', resolve))

process.on('message', async (question: Question) => process.send?.(await replyTo(question)))
process.on('disconnect', () => process.exit(0))
const { port } = served.server.address() as AddressInfo
const ready: Ready = { port, key: served.key, cookie: served.cookie, projects: served.projects }
process.send?.(ready)

/** Imports only what it serves, so that the bare server does not load the others into memory. */
async function serve(): Promise<ServedApp> {
  if (kind === 'bare') return withoutApp(createBareServer())
  if (kind === 'app') return (await import('./serve-app.ts')).serveApp(databaseUrl, githubUrl)
  const { server, projects } = await (await import('./serve-floor.ts')).serveFloor(databaseUrl)
  return withoutApp(server, projects)
}

async function replyTo(question: Question): Promise<unknown> {
  switch (question.kind) {
    case 'used':
      return usage()
    case 'event':
      await served.addEvent(question.job, question.seq)
      return usage()
    case 'due':
      await served.makeDue(question.runs)
      return usage()
    case 'tick':
      return served.tick(question.runs)
    case 'waiting':
      return served.addWaiting(question.amount)
  }
}

function usage(): Usage {
  const { user, system } = process.cpuUsage()
  const rssMb = process.memoryUsage.rss() / 1e6
  return { cpuSeconds: (user + system) / 1e6, rssMb, reads: served.reads() }
}

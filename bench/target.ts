/**
 * The process under load: `bare` answers one line of JSON, `app <database URL> [<GitHub URL>]` is Prentice's server. It
 * tells its parent where it listens, and then answers what it is asked.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { RunKey } from '../src/app/domain/run-id.ts'
import type { ServedApp } from './serve-app.ts'

export interface Ready {
  readonly port: number
  /** Empty of the bare server. */
  readonly key: string
  readonly projects: readonly string[]
}

export type Ask =
  | { readonly kind: 'used' }
  | { readonly kind: 'event'; readonly job: string; readonly seq: number }
  | { readonly kind: 'tick'; readonly runs: readonly RunKey[] }
  | { readonly kind: 'waiting'; readonly amount: number }

/** What the process has used since its start. */
export interface Used {
  readonly cpuSeconds: number
  readonly rssMb: number
  readonly reads: number
}

/** What Node can do at most with such a request: https://nodejs.org/api/http.html */
const serveBare = (): ServedApp => ({
  server: createServer((_, response) => {
    const headers = { 'content-type': 'application/json', 'content-length': '15' }
    response.writeHead(200, headers).end('{"hello":"you"}')
  }),
  key: '',
  projects: [],
  reads: () => 0,
  addEvent: async () => {},
  addWaiting: async () => [],
  tick: () => Promise.reject(new Error('the bare server has no timers')),
})

const [kind, databaseUrl = '', githubUrl = null] = process.argv.slice(2)
// Loaded only here: the bare server's memory is to hold none of it.
const served =
  kind === 'bare' ? serveBare() : await (await import('./serve-app.ts')).serveApp(databaseUrl, githubUrl)
await new Promise<void>((resolve) => served.server.listen(0, '127.0.0.1', resolve))

process.on('message', async (ask: Ask) => process.send?.(await answerTo(ask)))
process.on('disconnect', () => process.exit(0))
const { port } = served.server.address() as AddressInfo
const ready: Ready = { port, key: served.key, projects: served.projects }
process.send?.(ready)

async function answerTo(ask: Ask): Promise<unknown> {
  switch (ask.kind) {
    case 'used':
      return used()
    case 'event':
      await served.addEvent(ask.job, ask.seq)
      return used()
    case 'tick':
      return served.tick(ask.runs)
    case 'waiting':
      return served.addWaiting(ask.amount)
  }
}

function used(): Used {
  const { user, system } = process.cpuUsage()
  const rssMb = process.memoryUsage.rss() / 1e6
  return { cpuSeconds: (user + system) / 1e6, rssMb, reads: served.reads() }
}

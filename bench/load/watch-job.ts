import { Agent, get, type IncomingMessage } from 'node:http'
import { SESSION_COOKIE } from '../../src/app/http/dashboard/frame/guard.ts'
import type { Target } from '../target/start-target.ts'

export interface Watchers {
  /** The number of events that all clients received. */
  events(): number
  close(): void
}

/** `page`: as open pages of the dashboard watch. */
export type Watching = 'api' | 'page'

/** Opens clients that watch one job, each on its own connection. Resolves when all have received the job. */
export async function watchJob(
  app: Target,
  path: string,
  clients: number,
  as: Watching = 'api',
): Promise<Watchers> {
  const mark = as === 'api' ? 'event: note' : '\nid: '
  const headers =
    as === 'api' ? { authorization: `Bearer ${app.key}` } : { cookie: `${SESSION_COOKIE}=${app.cookie}` }
  const agent = new Agent({ maxSockets: Number.POSITIVE_INFINITY })
  let events = 0
  const streams = await Promise.all(
    Array.from({ length: clients }, async () => {
      const stream = await open(app, `${path}/events`, agent, headers)
      await firstFrame(stream)
      stream.on('data', (chunk: string) => {
        events += `\n${chunk}`.split(mark).length - 1
      })
      return stream
    }),
  )
  return {
    events: () => events,
    close() {
      for (const stream of streams) stream.destroy()
      agent.destroy()
    },
  }
}

const open = (
  app: Target,
  path: string,
  agent: Agent,
  headers: Record<string, string>,
): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    get(`${app.url}${path}`, { agent, headers }, (response) => {
      if (response.statusCode === 200) resolve(response.setEncoding('utf8'))
      else reject(new Error(`GET ${path}: ${response.statusCode}`))
    }).once('error', reject)
  })

const firstFrame = (stream: IncomingMessage): Promise<void> =>
  new Promise((resolve, reject) => {
    stream.once('data', () => resolve()).once('error', reject)
  })

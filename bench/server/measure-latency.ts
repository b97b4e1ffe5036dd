import { Agent, request } from 'node:http'
import { type Figure, figure } from '../figures/figure.ts'
import { median } from '../figures/median.ts'
import { createRequest } from '../load/create-jobs.ts'
import type { Target } from '../target/start-target.ts'

const WARM_UP = 300
const MEASURED = 1_000

/** The median time of one create on an open connection of an idle server. */
export async function measureLatency(bare: Target, app: Target): Promise<Figure> {
  const { path = '', body } = createRequest(app.projects[0] ?? '')
  const create = () => post(agent, app, path, String(body))
  const hello = () => post(agent, bare, '/', String(body))
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const times = { create: [] as number[], hello: [] as number[] }
  for (let count = 0; count < WARM_UP + MEASURED; count++) {
    const [a, b] = [await timeOf(hello), await timeOf(create)]
    if (count < WARM_UP) continue
    times.hello.push(a)
    times.create.push(b)
  }
  agent.destroy()
  return figure('create, idle server', median(times.create), 'ms, p50', median(times.hello))
}

async function timeOf(work: () => Promise<void>): Promise<number> {
  const started = performance.now()
  await work()
  return performance.now() - started
}

const post = (agent: Agent, target: Target, path: string, body: string): Promise<void> =>
  new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${target.key}`,
      'content-type': 'application/json',
      'content-length': Buffer.byteLength(body),
    }
    request(`${target.url}${path}`, { method: 'POST', agent, headers }, (response) => {
      const { statusCode = 0 } = response
      response.resume().once('end', () => {
        if (statusCode < 300) resolve()
        else reject(new Error(`POST ${path}: ${statusCode}`))
      })
    })
      .once('error', reject)
      .end(body)
  })

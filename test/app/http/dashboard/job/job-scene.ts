import { onTestFinished } from 'vitest'
import type { JobKey } from '../../../../../src/app/domain/run-id.ts'
import { advanceJob, type JobStore } from '../../../../../src/app/job-store/update-job.ts'
import { seatedRunner } from '../../../../support/app/claimed-runner.ts'
import { RETENTION } from '../../../../support/app/retention.ts'
import {
  type Dashboard,
  type DashboardOptions,
  startDashboard,
} from '../../../../support/dashboard/start-dashboard.ts'

/** A dashboard with one job, which an API key has created. */
export async function jobScene(prompt = 'Rewrite the greeting', options: DashboardOptions = {}) {
  const app = await startDashboard(options)
  const deps: JobStore = { store: app.store, now: () => app.clock.at, onDue: () => {}, retention: RETENTION }
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt } })
  const key = { project: app.project, job: String(created.json.id) }
  return {
    app,
    deps,
    key,
    path: `/jobs/${key.project}/${key.job}`,
    runner: () => seatedRunner(deps, key),
    job: async () => (await app.call('GET', `/v2/agent/${key.project}/job/${key.job}`)).json,
  }
}

/** What the server has read back from GitHub, after the runner of the first run has published. */
export async function publish(deps: JobStore, key: JobKey): Promise<void> {
  const run = { ...key, run: 1 }
  const report = { outcome: 'published', headSha: 'a'.repeat(40), pullRequest: 18, reason: null } as const
  const usage = { steps: 1, inputTokens: 1200, cachedInputTokens: 300, outputTokens: 90, costUsd: 0.02 }
  await advanceJob(deps, run, { type: 'reported', acknowledged: 1, report, usage })
  const pullRequest = { number: 18, url: 'https://github.com/acme/docs/pull/18', state: 'open' as const }
  await advanceJob(deps, run, { type: 'confirmed', delivered: { branchExists: true, pullRequest } })
}

export const KEY = '0'.repeat(32)

export const step = (n: number) =>
  ({ type: 'step', step: n, inputTokens: 1000 * n, outputTokens: 100 * n, costUsd: n / 100 }) as const

export const tool = (n: number, target: string, ok = true) =>
  ({ type: 'tool', step: n, tool: 'edit_file', target, ok }) as const

interface PageFrame {
  readonly id: string | null
  readonly name: string | null
  readonly data: string
}

/** The stream of a page of the dashboard, as the browser reads it. */
export async function openPageStream(app: Dashboard, cookie: string, path: string, after?: string) {
  const abort = new AbortController()
  onTestFinished(() => abort.abort())
  const response = await fetch(`${app.url}/dashboard${path}`, {
    headers: { cookie, ...(after !== undefined && { 'last-event-id': after }) },
    signal: abort.signal,
  })
  const frames = framesOf(response)
  return {
    response,
    /** Reads on to the frame that is as asked, and returns what came until then. */
    async until(isIt: (frame: PageFrame) => boolean): Promise<PageFrame[]> {
      const read: PageFrame[] = []
      for (;;) {
        const { value } = await frames.next()
        if (value === undefined) throw new Error(`the stream ended after ${JSON.stringify(read.at(-1))}`)
        read.push(value)
        if (isIt(value)) return read
      }
    },
    async rest(): Promise<PageFrame[]> {
      const read: PageFrame[] = []
      for await (const frame of frames) read.push(frame)
      return read
    },
    close: () => abort.abort(),
  }
}

async function* framesOf(response: Response): AsyncGenerator<PageFrame, undefined> {
  let text = ''
  for await (const chunk of (response.body ?? new ReadableStream()).pipeThrough(new TextDecoderStream())) {
    const parts = (text + chunk).split('\n\n')
    text = parts.pop() ?? ''
    yield* parts.map(parse)
  }
}

function parse(text: string): PageFrame {
  const field = (name: string): string | null =>
    text
      .split('\n')
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trimStart() ?? null
  return { id: field('id'), name: field('event'), data: field('data') ?? '' }
}

export const cookieOf = ({ cookies }: { readonly cookies: ReadonlyMap<string, string> }): string =>
  [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')

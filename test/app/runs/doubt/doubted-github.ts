import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { onTestFinished, vi } from 'vitest'
import { createAppPause } from '../../../../src/app/github/rate-limit-pauses.ts'
import { createGithub } from '../../../../src/app/github/rest/octokit-github.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { client, tokenAnswer } from '../../github/github-world.ts'

export const HEAD = 'a'.repeat(40)
const REPOSITORY = {
  id: 1234,
  name: 'docs',
  private: true,
  default_branch: 'main',
  archived: false,
  html_url: 'https://github.com/acme/docs',
  owner: { id: 77, login: 'acme' },
}
const INSTALLATION = { id: 1, suspended_at: null, account: { id: 77, login: 'acme' } }

const WORKFLOW_RUN = {
  ...{ id: 1001, html_url: 'https://github.com/acme/docs/actions/runs/1001', display_title: 'x' },
  ...{ status: 'in_progress', conclusion: null },
}

type Answers = Readonly<Record<string, readonly [status: number, body?: unknown]>>

/** What GitHub answers while all is well. */
const WELL: Answers = {
  'POST /app/installations/1/access_tokens': [201, tokenAnswer('ghs_1')],
  'GET /app': [200, { slug: 'prentice' }],
  'GET /app/installations': [200, [INSTALLATION]],
  'GET /app/hook/deliveries': [200, []],
  'GET /users/prentice%5Bbot%5D': [200, { id: 41 }],
  'GET /repositories/1234': [200, REPOSITORY],
  'GET /repos/acme/docs': [200, REPOSITORY],
  'GET /repos/acme/docs/installation': [200, INSTALLATION],
  'GET /repos/acme/docs/git/ref/heads%2Fmain': [200, { object: { sha: HEAD } }],
  [`GET /repos/acme/docs/git/trees/${HEAD}`]: [200, { tree: [] }],
  'GET /repos/acme/docs/actions/workflows/prentice.yml/runs': [200, { workflow_runs: [WORKFLOW_RUN] }],
  'POST /repos/acme/docs/actions/workflows/prentice.yml/dispatches': [
    200,
    { workflow_run_id: 1001, html_url: 'https://github.com/acme/docs/actions/runs/1001' },
  ],
  'GET /repos/acme/docs/actions/runs/1001': [200, WORKFLOW_RUN],
  'GET /repos/acme/docs/collaborators/ana/permission': [
    200,
    { permission: 'write', role_name: 'write', user: { id: 501 } },
  ],
  'POST /repos/acme/docs/issues/comments/900/reactions': [201, { id: 1 }],
  'DELETE /installation/token': [204],
}

const pullRequest = (ref: string, state: 'open' | 'closed') => ({
  ...{ number: 5, html_url: 'https://github.com/acme/docs/pull/5', state, merged_at: null },
  ...{
    user: { id: 41 },
    head: { ref, sha: HEAD, repo: { id: 1234 } },
    base: { ref: 'main', repo: { id: 1234 } },
  },
})

export interface Fault {
  /** The request that is refused, as `METHOD path`. */
  readonly of: string
  readonly status: number
  readonly message?: string
  /** Whether the request is refused now; `count`: how often it was before. */
  readonly lasts: (count: number) => boolean
}

/** GitHub over HTTP, with faults that come and go. What it does not know is 404. */
export async function doubtedGithub({ prefix = '' } = {}) {
  // Octokit repeats a 401 itself while a token is five seconds old, and waits for it: every refusal takes longer here.
  vi.useFakeTimers({ toFake: ['Date'], now: Date.parse('2026-11-20T12:00:00Z') })
  onTestFinished(() => void vi.useRealTimers())
  const requests: string[] = []
  const answered: string[] = []
  const answers: Record<string, Answers[string]> = { ...WELL }
  const faults: { fault: Fault; count: number }[] = []
  const server = createServer((incoming, response) => {
    const { method, url = '' } = incoming
    const path = url.slice(prefix.length).split('?', 1)[0] ?? ''
    const request = `${method} ${path}`
    void text(incoming).then(() => {
      requests.push(request)
      const found = faults.find(({ fault, count }) => fault.of === request && fault.lasts(count))
      if (!found) answered.push(request)
      const [status, body] = found ? [found.fault.status, undefined] : (answers[request] ?? [404, undefined])
      if (found) {
        found.count++
        vi.setSystemTime(Date.now() + 6_000)
      }
      const message = found?.fault.message ?? MESSAGES[status] ?? 'x'
      response
        .writeHead(status, { 'content-type': 'application/json' })
        .end(status === 204 ? undefined : JSON.stringify(body ?? { message }))
    })
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  onTestFinished(() => void server.close())
  let now = () => 0
  const apiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}${prefix}`
  const store = await openStore('sqlite::memory:', { now: () => now() })
  onTestFinished(() => store.close())
  const portOfProcess = () => {
    const { octokits } = client(apiUrl, { appPause: createAppPause({ store, now: () => now() }) })
    return createGithub({ octokits, now: () => now(), webUrl: 'https://github.com' })
  }
  const github = portOfProcess()
  return {
    github,
    portOfProcess,
    /** The requests so far, oldest first. */
    requests,
    countOf: (request: string) => requests.filter((one) => one === request).length,
    /** How often the request was answered without a fault. */
    answered: (request: string) => answered.filter((one) => one === request).length,
    follow: (clock: () => number) => {
      now = clock
    },
    refuse: (...some: readonly Fault[]) => void faults.push(...some.map((fault) => ({ fault, count: 0 }))),
    heal: () => void faults.splice(0),
    showPullRequest: (branch: string, state: 'open' | 'closed' = 'open') => {
      answers['GET /repos/acme/docs/pulls/5'] = [200, pullRequest(branch, state)]
    },
    /** The branch of the pull request, which can be updated and deleted. */
    showBranch: (branch: string) => {
      answers['PUT /repos/acme/docs/pulls/5/update-branch'] = [202, { message: 'Updating' }]
      const ref = encodeURIComponent(`heads/${branch}`)
      answers[`GET /repos/acme/docs/git/ref/${ref}`] = [200, { object: { sha: HEAD } }]
      answers[`DELETE /repos/acme/docs/git/refs/${ref}`] = [204]
    },
    /** The default branch has this head, which no other branch contains. */
    showBase: (sha: string) => {
      answers['GET /repos/acme/docs/git/ref/heads%2Fmain'] = [200, { object: { sha } }]
      answers[`GET /repos/acme/docs/git/trees/${sha}`] = [200, { tree: [] }]
      answers[`GET /repos/acme/docs/compare/${sha}...${HEAD}`] = [200, { status: 'diverged' }]
    },
    showWorkflow: (state: string) => {
      answers['GET /repos/acme/docs/actions/workflows/prentice.yml'] = [200, { state }]
    },
  }
}

const MESSAGES: Readonly<Record<number, string>> = {
  401: 'Bad credentials',
  403: 'Resource not accessible by integration',
  404: 'Not Found',
}

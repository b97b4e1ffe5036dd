import type { Assignment } from '../../../src/contract/runner-protocol/assignment.ts'
import {
  ClaimRequest,
  EventsRequest,
  type EventsResponse,
  RegisterRequest,
  RUN_SECRET_HEADER,
  runnerPaths,
} from '../../../src/contract/runner-protocol/protocol.ts'
import { PushTokenRequest, type RepositoryName } from '../../../src/contract/runner-protocol/publish.ts'
import { ResultRequest } from '../../../src/contract/runner-protocol/result.ts'
import type { FakeGitHub } from '../github/fake-github.ts'
import { READ_TOKEN, WRITE_TOKEN } from '../github/one-repository.ts'
import { answerJson, listen, readBody } from '../listen.ts'

export interface FakeApp {
  readonly url: string
  /** Calls other than events, by name, in their order. */
  readonly calls: string[]
  readonly events: EventsRequest[]
  readonly results: ResultRequest[]
  readonly registered: RegisterRequest[]
  readonly patches: string[]
  readonly secrets: Set<string>
  readonly oidcTokens: string[]
}

export interface AppBehaviour {
  readonly claim?: { readonly status: number; readonly error: string }
  /** The path whose requests are never answered. */
  readonly silentOn?: 'claim' | 'result'
  readonly assignment?: Partial<Assignment>
  /** Answer to the nth events request, from 1; a number is an HTTP status. */
  readonly onEvents?: (count: number) => EventsResponse | number
  /** Called before the push token is issued. Returns the present name of the repository. */
  readonly onPushToken?: () => RepositoryName
}

const RUN = 'run_1'

/** The app's side of the runner protocol; every request must satisfy the contract. */
export async function startApp(github: FakeGitHub, behaviour: AppBehaviour = {}): Promise<FakeApp> {
  const app = {
    url: '',
    calls: [] as string[],
    events: [] as EventsRequest[],
    results: [] as ResultRequest[],
    registered: [] as RegisterRequest[],
    patches: [] as string[],
    secrets: new Set<string>(),
    oidcTokens: [] as string[],
  }
  app.url = await listen(async (request, response) => {
    const body = await readBody(request)
    const path = request.url ?? ''
    app.secrets.add(String(request.headers[RUN_SECRET_HEADER]))
    if (request.headers.authorization) app.oidcTokens.push(request.headers.authorization)
    if (path === runnerPaths.events(RUN)) {
      app.events.push(EventsRequest.parse(JSON.parse(body)))
      const answer = behaviour.onEvents?.(app.events.length) ?? { messages: [], stop: false }
      if (typeof answer === 'number') return answerJson(response, answer, { error: 'not now' })
      return answerJson(response, 200, answer)
    }
    app.calls.push(path.split('/').at(-1) ?? '')
    if (app.calls.at(-1) === behaviour.silentOn) return
    if (path === runnerPaths.register()) {
      app.registered.push(RegisterRequest.parse(JSON.parse(body)))
      return answerJson(response, 201, { run: RUN, job: 'job_1' })
    }
    if (path === runnerPaths.claim()) {
      ClaimRequest.parse(JSON.parse(body))
      if (behaviour.claim)
        return answerJson(response, behaviour.claim.status, { error: behaviour.claim.error })
      return answerJson(response, 200, { ...assignmentIn(github), ...behaviour.assignment })
    }
    if (path === runnerPaths.pushToken(RUN)) {
      PushTokenRequest.parse(JSON.parse(body))
      const repository = behaviour.onPushToken?.()
      return answerJson(response, 200, { token: WRITE_TOKEN, ...(repository && { repository }) })
    }
    if (path === runnerPaths.patch(RUN)) {
      app.patches.push(body)
      return void response.writeHead(204).end()
    }
    if (path === runnerPaths.result(RUN)) {
      app.results.push(ResultRequest.parse(JSON.parse(body)))
      return answerJson(response, 200, { recorded: true, note: 'thank you' })
    }
    answerJson(response, 404, { error: `no such path ${path}` })
  })
  return app
}

const assignmentIn = (github: FakeGitHub): Assignment => ({
  run: RUN,
  job: 'job_1',
  number: 1,
  repository: { id: github.repositoryId, owner: 'o', name: 'r', url: `${github.url}/o/r`, private: false },
  base: 'main',
  branch: 'prentice/x1',
  pullRequest: null,
  prompts: [{ number: 1, text: 'Say hello to the moon.' }],
  earlier: [],
  model: 'anthropic/claude-sonnet-4-5',
  draft: false,
  limits: { steps: 10, seconds: 60, costUsd: 1 },
  rules: { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 20, maxBytes: 1_000_000 },
  instructions: [],
  author: { name: 'prentice[bot]', email: '1+prentice[bot]@users.noreply.github.com' },
  coAuthor: null,
  showPrompt: false,
  fetchToken: READ_TOKEN,
})

import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished, vi } from 'vitest'
import { client, NOW, REPOSITORY, tokenAnswer } from '../github-world.ts'

/** A GitHub that hands out a token and then does with a request what `then` says. */
async function awkwardGithub(then: (response: ServerResponse, server: Server) => void) {
  const asked: string[] = []
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`)
    response.setHeader('content-type', 'application/json')
    if (!request.url?.endsWith('/access_tokens')) then(response, server)
    else response.writeHead(201, { connection: 'close' }).end(JSON.stringify(tokenAnswer('ghs_1')))
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { asked, server, apiUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

/** Lets a request time out on command, and not before it has reached GitHub. */
function timeouts() {
  let latest = new AbortController()
  const spy = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    latest = new AbortController()
    return latest.signal
  })
  onTestFinished(() => spy.mockRestore())
  return { expire: () => latest.abort(new DOMException('The time is over', 'TimeoutError')), spy }
}

const reset = (response: ServerResponse) => response.destroy()
const WORKFLOW = { file: 'prentice.yml', ref: 'main', run: 'run_1' }

it('times out a read, and does not repeat it', async () => {
  const { expire, spy } = timeouts()
  const { asked, apiUrl } = await awkwardGithub(expire)
  const { github } = client(apiUrl, { timeoutMs: 150 })
  await expect(github.readRepository(REPOSITORY)).rejects.toMatchObject({
    name: 'GithubUnavailable',
    retryAt: NOW + 15_000,
  })
  expect(asked).toEqual(['POST /app/installations/11/access_tokens', 'GET /repos/acme/hello'])
  expect(spy.mock.calls).toEqual([[150], [150]])
})

it('times out a response that does not end', async () => {
  const { expire } = timeouts()
  const { apiUrl } = await awkwardGithub((response) => {
    response.writeHead(200).write('{"id": 1', () => setTimeout(expire, 20))
  })
  await expect(client(apiUrl).github.readRepository(REPOSITORY)).rejects.toMatchObject({
    name: 'GithubUnavailable',
  })
})

it('sends a dispatch without a response once, with an unknown outcome', async () => {
  const { expire } = timeouts()
  const { asked, apiUrl } = await awkwardGithub(expire)
  const { github } = client(apiUrl)
  const outcome = await github.dispatchWorkflow(REPOSITORY, {
    file: 'prentice.yml',
    ref: 'main',
    run: 'run_1',
  })
  expect(outcome.kind).toBe('unknown')
  expect(asked.filter((line) => line.endsWith('/dispatches'))).toHaveLength(1)
})

it('sends writes without a pause between them', async () => {
  const waiting: ServerResponse[] = []
  const { apiUrl } = await awkwardGithub((response) => {
    waiting.push(response)
    // One that waited for the answer to another would never come.
    if (waiting.length === 4) for (const one of waiting) one.writeHead(202).end('{}')
  })
  const { github } = client(apiUrl, { timeoutMs: 600_000 })
  await Promise.all([1, 2, 3, 4].map((id) => github.cancelWorkflowRun(REPOSITORY, id, 'cancel')))
  expect(waiting).toHaveLength(4)
})

it('sends a dispatch whose connection was reset once, with an unknown outcome', async () => {
  const { asked, apiUrl } = await awkwardGithub(reset)
  const outcome = await client(apiUrl).github.dispatchWorkflow(REPOSITORY, WORKFLOW)
  expect(outcome.kind).toBe('unknown')
  expect(asked.filter((line) => line.endsWith('/dispatches'))).toHaveLength(1)
})

it('reports that a dispatch without a connection has not started', async () => {
  const { asked, apiUrl, server } = await awkwardGithub(reset)
  const { github } = client(apiUrl)
  // Fetches the token, which is good for an hour, before GitHub is gone.
  await expect(github.readRepository(REPOSITORY)).rejects.toThrow()
  server.close()
  expect(await github.dispatchWorkflow(REPOSITORY, WORKFLOW)).toMatchObject({
    kind: 'later',
    at: NOW + 15_000,
  })
  expect(asked).toEqual(['POST /app/installations/11/access_tokens', 'GET /repos/acme/hello'])
})

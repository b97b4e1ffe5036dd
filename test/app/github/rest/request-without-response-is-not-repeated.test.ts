import { once } from 'node:events'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, it, onTestFinished } from 'vitest'
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

const silent = () => undefined
const half = (response: ServerResponse) => response.writeHead(200).write('{"id": 1')
const reset = (response: ServerResponse) => response.destroy()
const WORKFLOW = { file: 'prentice.yml', ref: 'main', run: 'run_1' }

it('gives up a read, and does not repeat it', async () => {
  const { asked, apiUrl } = await awkwardGithub(silent)
  const { github } = client(apiUrl, 150)
  await expect(github.readRepository(REPOSITORY)).rejects.toMatchObject({
    name: 'GithubUnavailable',
    retryAt: NOW + 15_000,
  })
  expect(asked).toEqual(['POST /app/installations/11/access_tokens', 'GET /repos/acme/hello'])
})

it('gives up an answer that does not end', async () => {
  const { apiUrl } = await awkwardGithub(half)
  await expect(client(apiUrl, 150).github.readRepository(REPOSITORY)).rejects.toMatchObject({
    name: 'GithubUnavailable',
  })
})

it('does not know whether a dispatch without an answer has started, and sends it once', async () => {
  const { asked, apiUrl } = await awkwardGithub(silent)
  const { github } = client(apiUrl, 150)
  const outcome = await github.dispatchWorkflow(REPOSITORY, {
    file: 'prentice.yml',
    ref: 'main',
    run: 'run_1',
  })
  expect(outcome.kind).toBe('unknown')
  expect(asked.filter((line) => line.endsWith('/dispatches'))).toHaveLength(1)
})

it('sends writes without a pause between them', async () => {
  const { apiUrl } = await awkwardGithub(half)
  const { github } = client(apiUrl, 100)
  const before = performance.now()
  await Promise.all([1, 2, 3, 4].map((id) => github.cancelWorkflowRun(REPOSITORY, id, 'cancel')))
  expect(performance.now() - before).toBeLessThan(1500)
})

it('does not know whether a dispatch whose connection was reset has started, and sends it once', async () => {
  const { asked, apiUrl } = await awkwardGithub(reset)
  const outcome = await client(apiUrl).github.dispatchWorkflow(REPOSITORY, WORKFLOW)
  expect(outcome.kind).toBe('unknown')
  expect(asked.filter((line) => line.endsWith('/dispatches'))).toHaveLength(1)
})

it('knows that a dispatch without a connection has not started', async () => {
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

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { connectToServer } from '../../../../src/action/control-plane/server/connect-to-server.ts'
import { untilDeadline } from '../../../../src/action/control-plane/server/request.ts'
import { openSecrets } from '../../../../src/action/secrets/secrets.ts'
import type { Assignment } from '../../../../src/contract/runner-protocol/assignment.ts'
import { runnerPaths } from '../../../../src/contract/runner-protocol/protocol.ts'

const ASSIGNMENT: Assignment = {
  ...{ run: 'run_1', job: 'job_1', number: 1, base: 'main', branch: 'prentice/x1', pullRequest: null },
  repository: { id: 1, owner: 'o', name: 'r', url: 'https://github.com/o/r', private: false },
  ...{ prompts: [{ number: 1, text: 'Say hello' }], earlier: [], model: 'anthropic/claude-sonnet-4-5' },
  ...{ draft: false, limits: { steps: 10, seconds: 60, costUsd: 1 }, instructions: [], coAuthor: null },
  rules: { allowedPaths: [], unprotectedPaths: [], protectedPaths: [], maxFiles: 20, maxBytes: 1000 },
  author: { name: 'prentice[bot]', email: '1+prentice[bot]@users.noreply.github.com' },
  ...{ showPrompt: false, fetchToken: 'a-token-to-fetch' },
}

const MERGE = { head: 'a'.repeat(40), base: 'b'.repeat(40), tree: 'c'.repeat(40), result: 'd'.repeat(40) }
const GITHUB_DOWN = 'GitHub cannot be reached right now'

/** A claimed run, at a server that has no push token and commits no merge for the first `failures` requests. */
async function claimed(failures: number) {
  const calls: string[] = []
  const lines: string[] = []
  const server = createServer(async (request, response) => {
    for await (const _ of request);
    const say = (status: number, body: unknown) =>
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    const path = request.url ?? ''
    if (path.startsWith('/token')) return say(200, { value: 'an-oidc-token' })
    if (path === runnerPaths.claim()) return say(200, ASSIGNMENT)
    if (path === runnerPaths.events('run_1')) return say(200, { messages: [], stop: false })
    calls.push(path)
    if (calls.length <= failures) return say(503, { error: GITHUB_DOWN })
    if (path === runnerPaths.merge('run_1'))
      return say(200, { outcome: 'committed', headSha: 'e'.repeat(40) })
    return say(200, { token: 'a-token-to-push' })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const appUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  const ignore = () => {}
  const info = (line: string) => void lines.push(line)
  const stop = new AbortController()
  onTestFinished(() => {
    stop.abort()
    server.close()
  })
  const connection = await connectToServer(
    { kind: 'claim', appUrl, run: 'run_1' },
    {
      idTokens: { url: `${appUrl}/token?x=1`, token: 'request-token' },
      runSecret: 's'.repeat(43),
      secrets: openSecrets([], ignore),
      log: { info, notice: ignore, warning: ignore, failure: ignore, group: (_, work) => work() },
      ...{ signal: stop.signal, now: Date.now, onStop: ignore },
      // Over after the first failure.
      retryPolicy: { totalMs: 1, firstWaitMs: 5 },
    },
  )
  if (connection.kind !== 'claimed') throw new Error('not claimed')
  return { controlPlane: connection.controlPlane, calls, lines }
}

const SIZE = { files: 1, additions: 1, deletions: 0 }
const soon = () => Date.now() + 60_000

test('the push token is asked for as long as the run has time, and the log says once what it waits for', async () => {
  const { controlPlane, calls, lines } = await claimed(3)
  expect(await controlPlane.getPushAccess(SIZE, soon())).toMatchObject({ token: 'a-token-to-push' })
  expect(calls).toHaveLength(4)
  expect(lines.filter((line) => line.includes(GITHUB_DOWN))).toEqual([
    `The server cannot help with the push yet (${GITHUB_DOWN}): waiting.`,
  ])
})

test('the commit of a merge is also requested for as long as the run has time', async () => {
  const { controlPlane, calls } = await claimed(3)
  const merged = await controlPlane.commitMerge({ ...MERGE, message: 'Merge' }, soon())
  expect(merged).toEqual({ outcome: 'committed', headSha: 'e'.repeat(40) })
  expect(calls).toHaveLength(4)
})

test('without time left, the server has as long as for any other call', async () => {
  const { controlPlane } = await claimed(1000)
  await expect(controlPlane.getPushAccess(SIZE, 0)).rejects.toMatchObject({ status: 503 })
  const policy = { totalMs: 120_000, firstWaitMs: 1000 }
  expect(
    [1000, 121_000, 121_001, 3_601_000].map((until) => untilDeadline(policy, until, 1000).totalMs),
  ).toEqual([120_000, 120_000, 120_001, 3_600_000])
})

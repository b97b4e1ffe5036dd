import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { connectToServer } from '../../../../src/action/control-plane/server/connect-to-server.ts'
import { RunFailure } from '../../../../src/action/outcome/run-failure.ts'
import { openSecrets } from '../../../../src/action/secrets/secrets.ts'
import type { Mode } from '../../../../src/action/start/inputs.ts'

const closers: (() => void)[] = []
afterEach(() => {
  for (const close of closers.splice(0)) close()
})

/** Mints OIDC tokens, and answers everything else with this. */
async function serverThat(status: number, body: unknown): Promise<string> {
  const server = createServer((request, response) => {
    const isToken = request.url?.startsWith('/token') === true
    request.resume()
    response
      .writeHead(isToken ? 200 : status, { 'content-type': 'application/json' })
      .end(JSON.stringify(isToken ? { value: 'an-oidc-token' } : body))
  })
  closers.push(() => server.close())
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const ignore = () => {}

async function reasonOf(mode: (appUrl: string) => Exclude<Mode, { kind: 'standalone' }>, appUrl: string) {
  const connecting = connectToServer(mode(appUrl), {
    idTokens: { url: `${appUrl}/token?x=1`, token: 'request-token' },
    runSecret: 's'.repeat(43),
    secrets: openSecrets([], ignore),
    log: { info: ignore, notice: ignore, warning: ignore, failure: ignore, group: (_, work) => work() },
    signal: new AbortController().signal,
    now: Date.now,
    onStop: ignore,
  })
  const error = await connecting.then(
    () => null,
    (thrown: unknown) => thrown,
  )
  if (!(error instanceof RunFailure)) throw new Error('the server was believed')
  return error.reason
}

const byHand = (appUrl: string) => ({
  kind: 'register' as const,
  appUrl,
  request: { protocol: 1, prompt: 'Say hello', ref: 'my branch' },
})
const dispatched = (appUrl: string) => ({ kind: 'claim' as const, appUrl, run: 'a-run' })

const WHY = '`ref` "my branch" is not a valid branch name: it contains a space'

test('an input that the server refuses is named in the words of the server', async () => {
  const reason = await reasonOf(byHand, await serverThat(400, { error: WHY }))
  expect(reason.code).toBe('input-invalid')
  expect(reason.message).toContain(`An input of the action is invalid: ${WHY}. Fix it in the workflow file`)
})

test.each([
  ['another refusal of a manual start', byHand, 403],
  ['a claim that the server does not understand', dispatched, 400],
])('%s is no invalid input', async (_, mode, status) => {
  const reason = await reasonOf(mode, await serverThat(status, { error: 'no' }))
  expect(reason).toMatchObject({
    code: 'action-failed',
    message: expect.stringContaining(`the server refused the run (HTTP ${status}): no`),
  })
})

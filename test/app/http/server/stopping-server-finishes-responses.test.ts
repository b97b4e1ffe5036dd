import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { drainServer } from '../../../../src/app/http/server/drain-server.ts'
import { type AppServer, startAppServer } from '../../../support/app/app-server.ts'
import { type RawConnection, rawConnection } from '../../../support/app/raw-connection.ts'
import { startServerProcess } from '../../../support/app/server-process.ts'

async function serverProcess(app: AppServer) {
  const server = await startServerProcess(app)
  onTestFinished(async () => {
    server.command.kill('SIGKILL')
    await server.command.remove()
  })
  return server
}

async function jobPath(app: AppServer): Promise<string> {
  const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  return created.headers.get('location') ?? ''
}

interface Answered {
  readonly status: number
  readonly connection: string | undefined
}

/** One request on the agent's connection, or the code of the error that it ended with. */
const ask = (agent: Agent, url: string, key: string): Promise<Answered | string> =>
  new Promise((resolve) => {
    const asked = request(url, { agent, headers: { authorization: `Bearer ${key}` } }, (response) => {
      const { statusCode = 0, headers } = response
      response.resume().on('error', (error) => resolve(`in the middle of an answer: ${error.message}`))
      response.on('end', () => resolve({ status: statusCode, connection: headers.connection }))
    })
    asked.on('error', (error) => resolve('code' in error ? String(error.code) : error.message))
    asked.end()
  })

/** A request that lacks the end of its body, `:"y"}`. The server has read the rest: it would not wait for what it has not seen. */
async function halfRequest({ key }: AppServer, address: string): Promise<RawConnection> {
  const slow = await rawConnection(address)
  const head = `Host: x\r\nAuthorization: Bearer ${key}\r\nContent-Type: application/json\r\nContent-Length: 14`
  await slow.send(`POST ${new URL(address).pathname} HTTP/1.1\r\n${head}\r\nExpect: 100-continue\r\n\r\n`)
  expect((await slow.answers(1)).map(({ status }) => status)).toEqual([100])
  await slow.send('{"prompt"')
  return slow
}

/** A server that is stopped while twelve clients poll it: what each was answered, and the longest time between requests. */
async function stopUnderLoad() {
  const app = await startAppServer()
  const path = await jobPath(app)
  const { url, command } = await serverProcess(app)
  const busy = Array.from({ length: 12 }, () => Promise.withResolvers<void>())
  let longestPauseMs = 0
  const client = async (n: number): Promise<{ answered: Answered[]; end: string }> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 })
    onTestFinished(() => agent.destroy())
    const answered: Answered[] = []
    for (let before = performance.now(); ; ) {
      const now = performance.now()
      longestPauseMs = Math.max(longestPauseMs, now - before)
      before = now
      const one = await ask(agent, url + path, app.key)
      if (typeof one === 'string') return { answered, end: one }
      if (answered.push(one) > 5) busy[n]?.resolve()
      // Some without a pause, some slower, all at other moments.
      if (n > 0) await sleep(n * 3)
    }
  }
  const clients = busy.map((_, n) => client(n))
  await Promise.all(busy.map(({ promise }) => promise))
  longestPauseMs = 0
  command.kill('SIGTERM')
  const results = await Promise.all(clients)
  return { results, code: (await command.ended).code, longestPauseMs }
}

/** A stopping server closes a connection that was idle for twice as long. */
const LONGEST_PAUSE_MS = 250

test('clients that poll on open connections get every response, the last with Connection: close', async () => {
  let stopped = await stopUnderLoad()
  // The machine halted the clients: they were idle.
  while (stopped.longestPauseMs > LONGEST_PAUSE_MS) stopped = await stopUnderLoad()
  const { results, code } = stopped
  expect(code).toBe(0)
  // A new connection is refused immediately.
  expect(new Set(results.map(({ end }) => end))).toEqual(new Set(['ECONNREFUSED']))
  for (const { answered } of results) {
    expect(new Set(answered.map(({ status }) => status))).toEqual(new Set([200]))
    expect(answered.map(({ connection }) => connection)).toEqual([
      ...answered.slice(1).map(() => 'keep-alive'),
      'close',
    ])
  }
})

test('two signals, from npm and the process group, stop the server gracefully like one', async () => {
  const app = await startAppServer()
  const path = await jobPath(app)
  const { url, command } = await serverProcess(app)
  const slow = await halfRequest(app, `${url}${path}/message`)
  // It gets both when it continues, however long this process takes to send them.
  command.kill('SIGSTOP')
  command.kill('SIGTERM')
  // Of another kind, because two that are equal may arrive as one.
  command.kill('SIGINT')
  command.kill('SIGCONT')
  await command.printed('"draining"')
  // Until the second has been heard, if it were to end anything.
  await sleep(200)
  await slow.send(':"y"}')
  expect((await slow.answers(2)).map(({ status }) => status)).toEqual([100, 200])
  expect((await command.ended).code).toBe(0)
})

test('a later second signal stops the server immediately', async () => {
  const app = await startAppServer()
  const path = await jobPath(app)
  const { url, command } = await serverProcess(app)
  await halfRequest(app, `${url}${path}/message`)
  command.kill('SIGINT')
  await command.printed('"draining"')
  // Within a second both would be one stop.
  await sleep(1_100)
  command.kill('SIGINT')
  expect((await command.ended).code).toBe(1)
})

test('an incomplete request gets its response, and an idle connection closes silently', async () => {
  const app = await startAppServer()
  const path = await jobPath(app)
  const { url, command } = await serverProcess(app)
  const slow = await halfRequest(app, `${url}${path}/message`)
  const idle = await rawConnection(url)
  await idle.send(`GET ${path} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${app.key}\r\n\r\n`)
  expect((await idle.answers(1)).map(({ status }) => status)).toEqual([200])

  command.kill('SIGTERM')
  await command.printed('"draining"')
  await slow.send(':"y"}')
  const [, answer] = await slow.answers(2)
  expect([answer?.status, answer?.headers.connection]).toEqual([200, 'close'])
  await Promise.all([slow.ended(), idle.ended()])
  const { code, stdout } = await command.ended
  expect(code).toBe(0)
  expect(stdout).toContain('"msg":"ended"')
  expect((await app.call('GET', `${path}`)).status).toBe(200)
})

test('a client that never ends its request is disconnected after the timeout', async () => {
  const server = createServer(() => {})
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const stuck = await rawConnection(`http://127.0.0.1:${port}`)
  await stuck.send('POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 99\r\n\r\n{')
  const silent = await rawConnection(`http://127.0.0.1:${port}`)
  const before = performance.now()
  await drainServer(server, { quietMs: 20, limitMs: 200 })
  expect(performance.now() - before).toBeGreaterThan(190)
  await Promise.all([stuck.ended(), silent.ended()])
})

import { once } from 'node:events'
import { createServer } from 'node:http'
import { text } from 'node:stream/consumers'
import { describe, expect, onTestFinished } from 'vitest'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { type AppServer, startAppServer } from '../../support/app/app-server.ts'
import { caddy, isInstalled, nginx, startProxy } from './proxy-process.ts'
import { unlessMissing } from './unless-missing.ts'

const MIB = 1024 * 1024

/** Answers every complete request with 200. `bodies`: the sizes of those that arrived. */
async function listen(port: number) {
  const bodies: number[] = []
  const server = createServer((request, response) => {
    let size = 0
    request.on('data', (chunk: Buffer) => {
      size += chunk.length
    })
    request.on('end', () => {
      if (size > 0) bodies.push(size)
      response.end('ok')
    })
  })
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  const close = async () => {
    server.close()
    server.closeAllConnections()
    await once(server, 'close')
  }
  onTestFinished(async () => {
    if (server.listening) await close()
  })
  return { bodies, close }
}

describe.each([nginx, caddy])('$name', (proxy) => {
  const missing = !isInstalled(proxy)

  async function start(): Promise<{ app: AppServer; send: Awaited<ReturnType<typeof startProxy>>['send'] }> {
    const app = await startAppServer({ trustedProxies: ['127.0.0.1/32'] })
    const { send, ready } = await startProxy(proxy, new URL(app.url).host)
    await ready()
    return { app, send }
  }

  const bearer = (key: string) => ({ authorization: `Bearer ${key}` })

  unlessMissing(missing)('sends each event of a stream immediately', async () => {
    const { app, send } = await start()
    const created = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Fix it' } })
    const id = String(created.json.id)
    const path = `/v2/agent/${app.project}/job/${id}/events`
    const { status, body } = await send(path, { headers: bearer(app.key) })
    expect(status).toBe(200)
    let seen = ''
    for await (const chunk of body) {
      seen += chunk.toString()
      // The stream of an active job has no end, so a proxy that waits for it would pass nothing on.
      if (seen.includes('event: job')) break
    }
    expect(seen).toContain('event: job')
  })

  unlessMissing(missing)('tells the address of the client, and forged ones do not count', async () => {
    const { app, send } = await start()
    const key = await app.newKey({ allowedIps: ['127.0.0.2/32'] })
    const from = async (localAddress: string, forged?: string) => {
      const headers = { ...bearer(key), ...(forged !== undefined && { 'x-forwarded-for': forged }) }
      return (await send(`/v2/projects`, { localAddress, headers })).status
    }
    expect(await from('127.0.0.2')).toBe(200)
    expect(await from('127.0.0.3')).toBe(403)
    expect(await from('127.0.0.3', '127.0.0.2')).toBe(403)
    expect(await from('127.0.0.2', '127.0.0.3')).toBe(200)
  })

  unlessMissing(missing)('limits bodies as the server does, by path', async () => {
    const limits = [
      ['/v2/agent/prj_1/job', 4],
      ['/runner/v1/runs/run_1/events', 10],
      ['/runner/v1/runs/run_1/result', 10],
      ['/api/github/webhooks', 25],
    ] as const
    // It reads all of a body. Prentice answers some before, and then nobody knows how much of them a proxy would pass.
    const port = await pickPort(0)
    const server = await listen(port)
    const { send, ready } = await startProxy(proxy, `127.0.0.1:${port}`)
    await ready()
    const statusOf = async (path: string, size: number) =>
      (await send(path, { method: 'POST', body: Buffer.alloc(size, 'a') })).status
    // Caddy forwards a body while it reads it. Before 2.7 it answers 500. It may close the connection while the client still sends.
    const refused = proxy === caddy ? [413, 500, 502, 'ECONNRESET', 'EPIPE'] : [413]
    const codeOf = ({ code }: NodeJS.ErrnoException) => code
    for (const [path, mib] of limits) {
      expect([path, await statusOf(path, mib * MIB)]).toEqual([path, 200])
      expect(server.bodies.pop()).toBe(mib * MIB)
      expect(refused).toContain(await statusOf(path, mib * MIB + 1).catch(codeOf))
      expect(server.bodies).toEqual([])
    }
  })

  unlessMissing(missing)('serves others while a client sends bodies that are too long', async () => {
    const port = await pickPort(0)
    await listen(port)
    const { send, ready } = await startProxy(proxy, `127.0.0.1:${port}`)
    await ready()
    const post = (size: number) => send('/v2/projects', { method: 'POST', body: Buffer.alloc(size, 'a') })
    for (let n = 0; n < 3; n++) {
      await post(5 * MIB).catch(() => null)
      expect((await post(1)).status).toBe(200)
    }
  })

  unlessMissing(missing)('passes the answer of a server that refuses a body', async () => {
    const { app, send } = await start()
    const body = Buffer.alloc(16 * 1024, 'a')
    const headers = { 'content-type': 'application/json', ...bearer(app.key) }
    for (const path of [
      '/runner/v1/runs/run_1/events',
      '/runner/v1/runs/run_1/result',
      '/api/github/webhooks',
    ]) {
      const direct = await fetch(`${app.url}${path}`, { method: 'POST', headers, body })
      expect(direct.status).toBeGreaterThanOrEqual(400)
      expect([path, (await send(path, { method: 'POST', headers, body })).status]).toEqual([
        path,
        direct.status,
      ])
    }
  })

  unlessMissing(missing)(
    'finds the server that runs while two are restarted one after the other',
    async () => {
      const servers = [await pickPort(0), await pickPort(0)] as const
      const { send, ready } = await startProxy(proxy, ...servers.map((port) => `127.0.0.1:${port}`))
      // Caddy sends a body to one server only.
      const sent = proxy === caddy ? {} : { method: 'POST', body: Buffer.from('x') }
      const statusOf = async () => (await send('/v2/projects', sent)).status
      const answers = async () => new Set(await Promise.all(Array.from({ length: 20 }, statusOf)))

      const first = await listen(servers[0])
      await ready()
      expect(await answers()).toEqual(new Set([200]))
      await listen(servers[1])
      await first.close()
      expect(await answers()).toEqual(new Set([200]))
    },
  )

  unlessMissing(missing)('says when to repeat a request that no server accepts', async () => {
    const port = await pickPort(0)
    const { send, ready } = await startProxy(proxy, `127.0.0.1:${port}`)
    const server = await listen(port)
    await ready()
    await server.close()
    const { status, headers, body } = await send('/v2/projects')
    expect([status, headers['retry-after'], headers['content-type']]).toEqual([502, '2', 'application/json'])
    expect(JSON.parse(await text(body))).toEqual({ error: expect.stringContaining('repeat the request') })
  })

  unlessMissing(missing)('does not forward the metrics', async () => {
    const { send } = await start()
    const { status, body } = await send('/metrics')
    expect(status).toBe(404)
    expect(await text(body)).not.toContain('prentice_')
  })
})

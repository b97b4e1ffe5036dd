import { expect, onTestFinished, test } from 'vitest'
import { pickPort } from '../../../sandbox/world/pick-port.ts'
import { createMetrics } from '../../../src/app/metrics/metrics.ts'
import { startMetricsServer } from '../../../src/app/metrics/metrics-server.ts'
import { startAppServer } from '../../support/app/app-server.ts'
import { startServerProcess } from '../../support/app/server-process.ts'
import { useCases } from '../../support/app/use-cases.ts'
import { samples } from './samples.ts'

const TOKEN = 'a-token-of-the-tests'
const bearer = (token: string): { headers: Record<string, string> } => ({
  headers: { authorization: `Bearer ${token}` },
})

test('without METRICS_TOKEN the main port serves no metrics', async () => {
  const app = await startAppServer()
  expect((await app.call('GET', '/metrics')).status).toBe(404)
})

test('with METRICS_TOKEN only that token gives access, not even an API key', async () => {
  const app = await startAppServer({ metricsToken: TOKEN })
  for (const given of [{}, bearer('a-token-of-the-tess'), bearer(app.key)]) {
    const refused = await fetch(`${app.url}/metrics`, given)
    expect([refused.status, refused.headers.get('www-authenticate')]).toEqual([401, 'Bearer'])
  }
  const told = await fetch(`${app.url}/metrics`, bearer(TOKEN))
  expect(told.status).toBe(200)
  expect(told.headers.get('content-type')).toBe('text/plain; version=0.0.4; charset=utf-8')
  expect(await told.text()).toContain('process_cpu_seconds_total')
})

test.each([null, TOKEN])('a separate listener with the token %s serves only metrics', async (token) => {
  const metrics = createMetrics(await useCases())
  const server = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, token })
  onTestFinished(() => server.close())
  const url = `http://127.0.0.1:${server.port}`
  const given = token === null ? {} : bearer(token)
  expect((await fetch(`${url}/metrics`, given)).status).toBe(200)
  expect((await fetch(`${url}/metrics`)).status).toBe(token === null ? 200 : 401)
  expect((await fetch(`${url}/healthz`, given)).status).toBe(404)
  expect((await fetch(`${url}/metrics`, { ...given, method: 'POST' })).status).toBe(405)
})

test('the server opens the separate listener, and serves no metrics on the main port', async () => {
  const app = await startAppServer()
  const port = String(await pickPort(0))
  const { url, command } = await startServerProcess(app, { METRICS_PORT: port })
  onTestFinished(async () => {
    command.kill('SIGKILL')
    await command.remove()
  })
  const told = await fetch(`http://127.0.0.1:${port}/metrics`)
  const runs = samples(await told.text(), 'prentice_runs')
  expect(new Set(Object.values(runs))).toEqual(new Set([0]))
  expect((await fetch(`${url}/metrics`)).status).toBe(404)
  command.kill('SIGTERM')
  expect((await command.ended).code).toBe(0)
})

test('the error about a used port names the variable', async () => {
  const metrics = createMetrics(await useCases())
  const first = await startMetricsServer(metrics, { host: '127.0.0.1', port: 0, token: null })
  onTestFinished(() => first.close())
  const second = startMetricsServer(metrics, { host: '127.0.0.1', port: first.port, token: null })
  await expect(second).rejects.toThrow(`METRICS_PORT: ${first.port} on 127.0.0.1 is taken by another process`)
})

import { globSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { expect, onTestFinished, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { callerOf, sampleRunner, samplesOf } from '../../../../support/samples.ts'
import { findProgram } from '../../../../support/stores/find-program.ts'
import { HOOK, webhookWorld } from '../../../outgoing/webhook-world.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

const ROOT = join(import.meta.dirname, '../../../../..')

/** Without Python, its samples are left out, unless they must be tested, as in CI. */
const HAS_PYTHON = process.env.MUST_TEST_PYTHON === '1' || findProgram('python3') !== null
const isRunnable = (language: string) => language !== 'python' || HAS_PYTHON

test('every program of the docs in TypeScript or Python is a sample, which a test runs', () => {
  const unmarked = globSync('docs/*.md', { cwd: ROOT }).flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const programs = text.matchAll(/(?<!<!-- sample: \w+ -->\n)^```(?:ts|js|python)\n.*$/gm)
    return [...programs].map(([program]) => `${page}: ${program}`)
  })
  expect(unmarked).toEqual([])
})

test('docs/api.md creates a job and polls it, in each language', async () => {
  const samples = [...samplesOf('docs/api.md')].filter(([name]) => isRunnable(name))
  const app = await startAppServer()
  const { run } = await sampleRunner(callerOf(app))
  const printed = await whileJobsEnd(app, () =>
    Promise.all(samples.map(async ([name, sample]) => [name, await run(sample)])),
  )
  const expected = [
    ['curl', 'completed\nnull\n'],
    ['python', 'completed None\n'],
    ['typescript', 'completed null\n'],
    ['cli', expect.stringMatching(/^job_\w+\tcompleted\t\n$/)],
  ]
  expect(printed).toEqual(expected.filter(([name]) => isRunnable(name)))
})

test('the samples of docs/api.md fail where the server refuses', async () => {
  const app = await startAppServer()
  const { run } = await sampleRunner({ ...callerOf(app), PRENTICE_API_KEY: 'prn_none' })
  // Its body is in the output that the sample reads.
  const stderr = expect.stringContaining('401')
  await expect(run(samplesOf('docs/api.md').get('curl'), { KEY: 'prn_none' })).rejects.toMatchObject({
    stderr,
  })
  if (!HAS_PYTHON) return
  await expect(run(samplesOf('docs/api.md').get('python'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^401: \{"error":"/),
  })
})

test('the samples of docs/webhooks.md create webhooks, and accept only what the server signed', async () => {
  const samples = samplesOf('docs/webhooks.md')
  const { app, admin, adminKey, receiver, deliver } = await webhookWorld()
  app.clock.at = Date.now()
  const caller = { PRENTICE_URL: app.url, PRENTICE_API_KEY: adminKey }
  const { run } = await sampleRunner({ ...caller, BASE: app.url, KEY: adminKey })
  for (const name of ['create', 'cli', 'client', 'slack', 'notify']) {
    const printed = await run(samples.get(name))
    const ids = (await admin.webhooks.list()).map(({ id }) => id)
    expect(ids).toHaveLength(1)
    expect(printed).toContain(ids[0])
    await admin.webhooks.delete(String(ids[0]))
  }
  const { secret = '' } = await admin.webhooks.create({ url: HOOK })
  await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'Größe ändern' } })
  await deliver()
  const [{ headers, body } = { headers: {}, body: '' }] = receiver.received
  const old = { ...headers, 'webhook-timestamp': '1700000000' }
  const CALLS = {
    typescript: 'console.log(JSON.stringify(verify(JSON.parse(process.env.HEADERS!), process.env.BODY!)))',
    python: 'print(json.dumps(verify(json.loads(os.environ["HEADERS"]), os.environ["BODY"].encode())))',
  }
  for (const [name, call] of Object.entries(CALLS).filter(([language]) => isRunnable(language))) {
    const verify = async (given: object, text: string, key = secret) => {
      const environment = { WEBHOOK_SECRET: key, HEADERS: JSON.stringify(given), BODY: text }
      return JSON.parse(await run(samples.get(name), environment, call))
    }
    expect(await verify(headers, body)).toEqual(JSON.parse(body))
    const stderr = expect.stringMatching(/signature/i)
    await expect(verify(headers, body.replace('active', 'failed'))).rejects.toMatchObject({ stderr })
    await expect(verify(old, body)).rejects.toMatchObject({ stderr: expect.stringMatching(/old/i) })
    const local = await startReceiver()
    const answer = await run(samples.get('sign'), { WEBHOOK_SECRET: secret, RECEIVER: local.url })
    expect(answer).toContain('204 No Content')
    const [signed = { headers: {}, body: '' }] = local.received
    expect(await verify(signed.headers, signed.body)).toMatchObject({ type: 'job.completed' })
    await expect(verify(signed.headers, `${signed.body} `)).rejects.toMatchObject({ stderr })
  }
  expect([...samples.keys()].toSorted()).toEqual([
    'cli',
    'client',
    'create',
    'notify',
    'python',
    'sign',
    'slack',
    'typescript',
  ])
})

/** A receiver on this machine, as its developer has it. */
async function startReceiver() {
  const received: { readonly headers: object; readonly body: string }[] = []
  const server = createServer(async (request, response) => {
    received.push({ headers: request.headers, body: await textOf(request) })
    response.writeHead(204).end()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { received, url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/prentice` }
}

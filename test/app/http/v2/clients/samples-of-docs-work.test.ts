import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { sampleRunner, samplesOf } from '../../../../support/samples.ts'
import { type BatchWorld, batchWorld, pages } from '../../../batches/batch-world.ts'
import { HOOK, webhookWorld } from '../../../outgoing/webhook-world.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

const ROOT = join(import.meta.dirname, '../../../../..')

test('every program of the docs in TypeScript or Python is a sample, which a test runs', () => {
  const unmarked = globSync('docs/*.md', { cwd: ROOT }).flatMap((page) => {
    const text = readFileSync(join(ROOT, page), 'utf8')
    const programs = text.matchAll(/(?<!<!-- sample: \w+ -->\n)^```(?:ts|js|python)\n.*$/gm)
    return [...programs].map(([program]) => `${page}: ${program}`)
  })
  expect(unmarked).toEqual([])
})

const environmentOf = (app: { readonly url: string; readonly key: string }) => ({
  BASE: app.url,
  KEY: app.key,
  PRENTICE_URL: app.url,
  PRENTICE_API_KEY: app.key,
})

test('docs/api.md creates a job and polls it, in each language', async () => {
  const samples = samplesOf('docs/api.md')
  const app = await startAppServer()
  const { run } = await sampleRunner(environmentOf(app))
  const printed = await whileJobsEnd(app, () =>
    Promise.all([...samples].map(async ([name, sample]) => [name, await run(sample)])),
  )
  expect(printed).toEqual([
    ['curl', 'completed\nnull\n'],
    ['python', 'completed None\n'],
    ['typescript', 'completed null\n'],
    ['cli', expect.stringMatching(/^job_\w+\tcompleted\t\n$/)],
  ])
})

test('docs/api.md says in Python what the server refuses', async () => {
  const app = await startAppServer()
  const { run } = await sampleRunner({ ...environmentOf(app), PRENTICE_API_KEY: 'prn_none' })
  await expect(run(samplesOf('docs/api.md').get('python'))).rejects.toMatchObject({
    code: 1,
    stderr: expect.stringMatching(/^401: \{"error":"/),
  })
})

test('the samples of docs/cli.md create and follow jobs', async () => {
  const samples = samplesOf('docs/cli.md')
  const app = await startAppServer()
  const { run } = await sampleRunner(environmentOf(app))
  await whileJobsEnd(app, async () => {
    expect(await run(samples.get('run'))).toMatch(
      /^(job_\w+)\tcompleted\t\n[\s\S]*\1\tcompleted\tacme\/docs\t[\s\S]*job completed\n$/,
    )
    expect(await run(samples.get('script'))).toMatch(/^job_\w+\tcompleted\t\n$/)
    const command = samples.get('gh')
    expect(await run(command && { ...command, code: command.code.replace('"$@"', 'projects') })).toContain(
      'acme/docs',
    )
  })
  expect([...samples.keys()]).toEqual(['run', 'script', 'gh'])
})

test('the samples of docs/client.md create, list and change many repositories', async () => {
  const samples = samplesOf('docs/client.md')
  const app = await startAppServer()
  // The clock of this server is not that of the program.
  app.clock.at = Date.now()
  const { run } = await sampleRunner(environmentOf(app))
  await whileJobsEnd(app, async () => {
    expect(await run(samples.get('create'))).toBe('completed nothing had to change\n')
    expect(await run(samples.get('list'))).toBe('')
    expect(await run(samples.get('bulk'))).toBe('https://github.com/acme/docs\tcompleted\tno change\t0\n')
  })
  expect([...samples.keys()]).toEqual(['create', 'list', 'bulk'])
})

/** Lets a program wait for a batch, whose lane works as it does in the server. */
async function whileBatchesWork<T>({ app, work }: BatchWorld, program: () => Promise<T>): Promise<T> {
  let isDone = false
  const lane = async (): Promise<void> => {
    for (; !isDone; await sleep(100)) await work()
  }
  const both = () => Promise.all([program().finally(() => (isDone = true)), lane()])
  const [result] = await whileJobsEnd(app, both)
  return result
}

test('the samples of docs/batches.md divide files, change projects, and continue after a pilot', async () => {
  const samples = samplesOf('docs/batches.md')
  const world = await batchWorld(pages(36), { more: ['api', 'web'] })
  const { run } = await sampleRunner(environmentOf(world.app))
  await whileBatchesWork(world, async () => {
    const row = (number: number) => new RegExp(`^${number}\tcompleted\tacme/docs\t12\t`, 'm')
    const pilot = await run(samples.get('files'))
    for (const number of [1, 2]) expect(pilot).toMatch(row(number))
    const rest = await run(samples.get('control'))
    for (const number of [1, 2, 3]) expect(rest).toMatch(row(number))
    const projects = JSON.parse(await run(samples.get('projects')))
    expect(projects).toMatchObject({
      id: expect.stringMatching(/^batch_/),
      title: 'Update the copyright year',
    })
    const created = JSON.parse(await run(samples.get('curl')))
    expect(created).toMatchObject({ status: 'planning', title: 'Fix the links' })
    expect(await run(samples.get('client'))).toBe(`completed 0 \n${'completed no change 12\n'.repeat(3)}`)
  })
  expect([...samples.keys()].toSorted()).toEqual(['client', 'control', 'curl', 'files', 'projects'])
})

test('the samples of docs/webhooks.md create webhooks, and accept only what the server signed', async () => {
  const samples = samplesOf('docs/webhooks.md')
  const { app, admin, adminKey, receiver, deliver } = await webhookWorld()
  app.clock.at = Date.now()
  const { run } = await sampleRunner({ BASE: app.url, KEY: adminKey })
  for (const name of ['create', 'slack']) {
    const { id } = JSON.parse(await run(samples.get(name)))
    await admin.webhooks.delete(id)
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
  for (const [name, call] of Object.entries(CALLS)) {
    const verify = async (given: object, text: string, key = secret) => {
      const environment = { WEBHOOK_SECRET: key, HEADERS: JSON.stringify(given), BODY: text }
      return JSON.parse(await run(samples.get(name), environment, call))
    }
    expect(await verify(headers, body)).toEqual(JSON.parse(body))
    const stderr = expect.stringMatching(/signature/i)
    await expect(verify(headers, body.replace('active', 'failed'))).rejects.toMatchObject({ stderr })
    await expect(verify(old, body)).rejects.toMatchObject({ stderr: expect.stringMatching(/old/i) })
  }
  expect([...samples.keys()].toSorted()).toEqual(['create', 'python', 'slack', 'typescript'])
})

import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { createClient } from '../../src/client/index.ts'
import { allOf } from '../support/all-of.ts'
import { runProgram } from '../support/processes/command.ts'
import { COMPILED } from '../support/processes/compiled.ts'
import { command } from '../support/processes/run-to-end.ts'
import { sampleRunner } from '../support/samples.ts'
import { until } from '../support/world/jobs.ts'
import { pullsOf, readPull, rest } from '../support/world/on-github.ts'
import { startTestWorld, type TestWorld } from '../support/world/world.ts'

const EXAMPLES = join(import.meta.dirname, '../../docs/examples')
const ORG = 'sandbox-org'
const WORKFLOW = '.github/workflows/prentice.yml'
const SETTINGS = '.github/prentice.yml'
const SERVICES = ['service-1', 'service-2', 'service-3']

let world: TestWorld
let caller: Record<string, string>
beforeAll(async () => {
  world = await startTestWorld()
  const { content } = await rest<{ content: string }>(world, `/contents/${WORKFLOW}`)
  const workflow = Buffer.from(content, 'base64').toString()
  for (const name of [...SERVICES, 'product', 'website']) {
    const file = { owner: ORG, name, branch: 'main', message: 'Start' }
    await world.github.createRepository({ owner: ORG, name })
    await world.github.commitFile({ ...file, path: WORKFLOW, text: workflow })
    await world.github.commitFile({ ...file, path: 'README.md', text: 'Copyright 2025\n' })
  }
  await world.github.settled()
  caller = { ...COMPILED, PRENTICE_URL: world.baseUrl, PRENTICE_API_KEY: world.apiKey }
})
afterAll(() => world?.close())

/** The scripted model understands other sentences than those of the examples. */
const withPrompt = (text: string, from: RegExp, prompt: string): string => {
  if (!from.test(text)) throw new Error(`the example has no prompt ${from}`)
  return text.replace(from, () => prompt)
}

const client = () => createClient({ url: world.baseUrl, apiKey: world.apiKey })

test('bulk-change.ts opens a pull request in each repository, after a pilot of two, and reports on them', async () => {
  const [prompt, repositories] = [join(world.directory, 'prompt.md'), join(world.directory, 'names.txt')]
  await writeFile(prompt, 'Replace "2025" with "2026" in README.md')
  await writeFile(repositories, SERVICES.map((name) => `${ORG}/${name}\n`).join(''))
  const bulk = async (...args: string[]) =>
    (await command(process.execPath, [join(EXAMPLES, 'bulk-change.ts'), ...args], caller)).stdout
  const pilot = await bulk('start', prompt, repositories)
  expect(pilot).toContain('\nwaiting: 2 of 3 completed, 0 failed, ')
  const report = await bulk('continue', /continue (batch_\w+)\n$/.exec(pilot)?.[1] ?? '')
  expect(report).toContain('\ncompleted: 3 of 3 completed, 0 failed, ')
  for (const name of SERVICES) {
    const [pull] = await pullsOf({ ...world, repository: `${ORG}/${name}` })
    expect(report).toContain(`/${ORG}/${name} | completed | ${pull?.html_url} | `)
  }
}, 300_000)

test('nightly-docs.yml creates a job that opens a pull request', async () => {
  const workflow = parse(readFileSync(join(EXAMPLES, 'nightly-docs.yml'), 'utf8'))
  const [{ run: example, shell }] = workflow.jobs.ask.steps
  const code = withPrompt(example, /"prompt": ".*"/, '"prompt": "Create docs/checked.md with 1"').replace(
    'with 1',
    'with \\"1\\"',
  )
  const { run } = await sampleRunner({ ...caller, GITHUB_REPOSITORY: world.repository })
  const id = (await run({ language: shell, code })).trim()
  const job = await client().jobs.wait({ projectId: world.projectId, id })
  expect(job.status).toBe('completed')
  expect((await readPull(world, job.prLink)).html_url).toBe(job.prLink)
}, 120_000)

test('slack-command.ts posts the pull request into the channel', async () => {
  const messages: { text: string }[] = []
  const slack = createServer(async (request, response) => {
    messages.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.end()
  })
  slack.listen(0, '127.0.0.1')
  await once(slack, 'listening')
  onTestFinished(() => void slack.close())
  const response_url = `http://127.0.0.1:${(slack.address() as AddressInfo).port}`
  const server = await runProgram(process.execPath, [join(EXAMPLES, 'slack-command.ts')], {
    env: { ...caller, SLACK_SIGNING_SECRET: 'signing secret', PORT: '0' },
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.remove()
  })
  const [, port] = /port: (\d+)/.exec(await server.firstLine) ?? []
  const text = `${world.repository} Create slack.md with "1"`
  const body = new URLSearchParams({ text, user_id: 'U1', response_url }).toString()
  const timestamp = String(Math.floor(Date.now() / 1000))
  const hash = createHmac('sha256', 'signing secret').update(`v0:${timestamp}:${body}`).digest('hex')
  const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` }
  expect((await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })).status).toBe(200)
  await expect.poll(() => messages).toHaveLength(1)
  const [job] = await allOf(client().jobs.list({ metadata: { slack: 'U1' } }))
  expect(messages[0]?.text).toBe(`${world.repository}: completed, ${job?.prLink}`)
}, 120_000)

test('release-notes.yml opens a pull request after a merge in the product', async () => {
  const commit = (name: string, path: string, text: string, branch = 'main') =>
    world.github.commitFile({ owner: ORG, name, branch, message: 'Change', path, text })
  const example = (name: string) => readFileSync(join(EXAMPLES, name), 'utf8')
  const notes = withPrompt(
    example('release-notes.yml').replace('your-org/product', `${ORG}/product`),
    /prompt: \|\n(?: {6}.*\n)+/,
    'prompt: Append "Entry" to CHANGELOG.md\n',
  )
  await commit('product', SETTINGS, example('release-notes-readers.yml').replace('your-org', ORG))
  await commit('website', 'CHANGELOG.md', '# Unreleased\n')
  // Nobody waits for half an hour here.
  await commit('website', SETTINGS, notes.replace('quiet-minutes: 30', 'quiet-minutes: 1'))
  const { jobs, projects } = client()
  // A run reads the settings. Who watches nothing when a merge arrives learns nothing of it.
  const website = await projects.find(`${ORG}/website`)
  const first = await jobs.create(website?.id ?? '', { prompt: 'Append "One" to CHANGELOG.md' })
  expect((await first.wait()).status).toBe('completed')

  const product = { ...world, repository: `${ORG}/product` }
  await commit('product', 'src/feature.ts', 'export {}\n', 'feature')
  const body = { title: 'Feature', head: 'feature', base: 'main' }
  const { number } = await rest<{ number: number }>(product, '/pulls', { method: 'POST', body })
  await rest(product, `/pulls/${number}/merge`, { method: 'PUT', body: {} })
  const watched = await until(
    'the job of the merge',
    async () => (await allOf(jobs.list({ origin: 'watch' })))[0] ?? null,
    { withinMs: 180_000 },
  )
  expect(watched.projectId).toBe(website?.id)
  const ended = await jobs.wait(watched)
  expect([ended.status, ended.reason]).toEqual(['completed', null])
  const pull = await readPull({ ...world, repository: `${ORG}/website` }, ended.prLink)
  expect([pull.html_url, pull.body]).toEqual([
    ended.prLink,
    expect.stringContaining(`/${ORG}/product/pull/${number})`),
  ])
}, 400_000)

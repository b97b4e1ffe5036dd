import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { recordCalls } from '../../../../../scripts/api/record-calls.ts'
import { AgentJob } from '../../../../../src/contract/job.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { curlLinesOf, ON_GITHUB, splitPage } from '../../../../support/curl-lines.ts'
import { command } from '../../../../support/processes/run-to-end.ts'

const page = (name: string): string =>
  readFileSync(new URL(`../../../../../${name}`, import.meta.url), 'utf8')

interface Seen {
  readonly request: IncomingMessage
  readonly body: string
}

/** Keeps what it is asked, and answers nothing. */
async function listener(): Promise<{ readonly url: string; take(): Seen[] }> {
  const seen: Seen[] = []
  const server = createServer(async (request, response) => {
    const chunks = await request.toArray()
    seen.push({ request, body: Buffer.concat(chunks).toString() })
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take: () => seen.splice(0),
  }
}

test('each request in docs/api.md is the one that produced its sample response', async () => {
  const { calls } = await recordCalls()
  const written = [...page('docs/api.md').matchAll(/<!-- call: ([\w-]+) -->\n```sh\n([\s\S]*?)\n```/g)]
  expect(written.length).toBeGreaterThan(15)
  const { url, take } = await listener()
  for (const [, name = '', line = ''] of written) {
    await command('sh', ['-ec', `${line} -sS`], { BASE: url, KEY: 'prn_of_the_reader' })
    const [sent, ...more] = take()
    const call = calls.get(name)
    expect([name, more.length, sent?.request.method, sent?.request.url]).toEqual([
      name,
      0,
      call?.method,
      call?.path,
    ])
    expect(sent?.body === '' ? undefined : JSON.parse(sent?.body ?? '')).toEqual(call?.body)
    const {
      host,
      accept,
      'user-agent': agent,
      'content-length': length,
      ...headers
    } = sent?.request.headers ?? {}
    expect([name, headers]).toEqual([
      name,
      {
        ...(call?.key !== null && { authorization: 'Bearer prn_of_the_reader' }),
        ...(call?.body && { 'content-type': 'application/json' }),
        ...Object.fromEntries(
          Object.entries(call?.headers ?? {}).map(([one, text]) => [one.toLowerCase(), text]),
        ),
      },
    ])
  }
})

/** Runs `curl` lines one after the other, with the placeholders replaced by what the server answered. */
async function runCurlLines(text: string): Promise<{ readonly job: string; readonly answers: unknown[] }> {
  const app = await startAppServer()
  const environment = { BASE: app.url, KEY: app.key, PROJECT: app.project }
  const answers: unknown[] = []
  let job = ''
  for (const line of curlLinesOf(text)) {
    const filled = line
      .replace('your-org/your-repo', 'acme/docs')
      .replace('prj_1a2b', app.project)
      .replace('JOB_ID', job)
    const { stdout } = await command('sh', ['-ec', filled], environment)
    const answer = JSON.parse(stdout)
    if (job === '' && typeof answer.id === 'string') job = answer.id
    answers.push(answer)
  }
  return { job, answers }
}

test('the lines in README.md create, poll and follow up', async () => {
  const { job, answers } = await runCurlLines(page('README.md'))
  const [created, got, sent, ...rest] = answers
  expect(rest).toEqual([])
  expect(got).toEqual(AgentJob.parse(created))
  expect(AgentJob.parse(sent)).toMatchObject({ id: job, status: 'active' })
})

test('the lines in docs/quickstart.md find the project, create, poll, follow up and list the runs', async () => {
  const { job, answers } = await runCurlLines(splitPage('docs/quickstart.md', ON_GITHUB)[0])
  const [projects, created, got, sent, runs, ...rest] = answers
  expect(rest).toEqual([])
  expect(projects).toMatchObject({ projects: [{ repository: 'https://github.com/acme/docs' }] })
  expect(got).toEqual(AgentJob.parse(created))
  expect(AgentJob.parse(sent)).toMatchObject({ id: job, status: 'active' })
  expect(runs).toMatchObject({ runs: [{ number: 1 }] })
})

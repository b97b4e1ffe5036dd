import { createHmac } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { parse } from 'yaml'
import { startAppServer } from '../../../../../support/app/app-server.ts'
import { runProgram } from '../../../../../support/processes/command.ts'
import { COMPILED } from '../../../../../support/processes/compiled.ts'
import { command } from '../../../../../support/processes/run-to-end.ts'
import { callerOf, sampleRunner } from '../../../../../support/samples.ts'
import { batchWorld } from '../../../../batches/batch-world.ts'
import { whileBatchesWork } from '../with-finishing-batches.ts'
import { whileJobsEnd } from '../with-finishing-jobs.ts'

const EXAMPLES = join(import.meta.dirname, '../../../../../../docs/examples')

test('nightly-docs.yml creates one job a night, and none while the last one works', async () => {
  const app = await startAppServer()
  const workflow = parse(readFileSync(join(EXAMPLES, 'nightly-docs.yml'), 'utf8'))
  const [{ run: code, shell }] = workflow.jobs.ask.steps
  const { run } = await sampleRunner({ ...callerOf(app), GITHUB_REPOSITORY: 'acme/docs' })
  const night = () => run({ language: shell, code })
  const first = await night()
  expect(first).toMatch(/^job_\w+\n$/)
  expect(await night()).toBe('The job of last night is still active.\n')
  const [job] = (await app.call('GET', '/v2/jobs')).json.jobs as { id: string; metadata: object }[]
  expect(job).toMatchObject({ id: first.trim(), metadata: { from: 'nightly-docs' } })
  const refused = run({ language: shell, code }, { GITHUB_REPOSITORY: 'acme/other' })
  await expect(refused).rejects.toMatchObject({ code: 1 })
})

test('bulk-change.ts changes fifty repositories after a pilot of two, and reports on each', async () => {
  const names = Array.from({ length: 50 }, (_, i) => `service-${i}`)
  const world = await batchWorld([], { more: names })
  const folder = await mkdtemp(join(tmpdir(), 'prentice-examples-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const [prompt, repositories] = [join(folder, 'prompt.md'), join(folder, 'repositories.txt')]
  await writeFile(prompt, 'Update the copyright year')
  await writeFile(repositories, names.map((name) => `acme/${name}\n`).join(''))
  const bulk = async (...args: string[]) =>
    (
      await command(process.execPath, [join(EXAMPLES, 'bulk-change.ts'), ...args], {
        ...COMPILED,
        ...callerOf(world.app),
      })
    ).stdout
  const rowsOf = (text: string) => text.match(/^\| https:.*$/gm) ?? []
  await whileBatchesWork(world, async () => {
    const pilot = await bulk('start', prompt, repositories)
    expect(rowsOf(pilot)).toHaveLength(50)
    expect(pilot).toContain('\nwaiting: 2 of 50 completed, 0 failed, ')
    const [, id = ''] = /continue (batch_\w+)\n$/.exec(pilot) ?? []
    const report = await bulk('continue', id)
    expect(rowsOf(report).filter((row) => row.includes('| completed |'))).toHaveLength(50)
    expect(report).toContain('\ncompleted: 50 of 50 completed, 0 failed, ')
  })
  await writeFile(repositories, 'acme/service-1\nacme/nothing\n')
  await expect(bulk('start', prompt, repositories)).rejects.toMatchObject({
    stderr: expect.stringContaining('the API key does not cover acme/nothing'),
  })
})

/** Where a slash command of Slack sends its messages. */
async function channel(): Promise<{ readonly url: string; readonly messages: unknown[] }> {
  const messages: unknown[] = []
  const server = createServer(async (request, response) => {
    messages.push(JSON.parse(Buffer.concat(await request.toArray()).toString()))
    response.end()
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, messages }
}

test('slack-command.ts works for Slack only, and says in the channel how the job ended', async () => {
  const app = await startAppServer()
  const { url: response_url, messages } = await channel()
  const secret = 'signing secret'
  const server = await runProgram(process.execPath, [join(EXAMPLES, 'slack-command.ts')], {
    env: { ...COMPILED, ...callerOf(app), SLACK_SIGNING_SECRET: secret, PORT: '0' },
  })
  onTestFinished(async () => {
    server.kill('SIGKILL')
    await server.remove()
  })
  const [, port] = /port: (\d+)/.exec(await server.firstLine) ?? []
  const post = async (text: string, { key = secret, at = Date.now() } = {}) => {
    const body = new URLSearchParams({ text, user_id: 'U1', response_url }).toString()
    const timestamp = String(Math.floor(at / 1000))
    const hash = createHmac('sha256', key).update(`v0:${timestamp}:${body}`).digest('hex')
    const headers = { 'x-slack-request-timestamp': timestamp, 'x-slack-signature': `v0=${hash}` }
    const response = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
    return response.status === 200 ? JSON.parse(await response.text()).text : response.status
  }
  expect(await post('acme/docs Do it', { key: 'another' })).toBe(401)
  expect(await post('acme/docs Do it', { at: Date.now() - 301_000 })).toBe(401)
  expect((await fetch(`http://127.0.0.1:${port}`)).status).toBe(401)
  expect(await post('acme/docs')).toBe('Usage: /prentice owner/name what to do')
  expect(await post('acme/other Do it')).toBe('Prentice has no access to acme/other.')
  expect((await app.call('GET', '/v2/jobs')).json.jobs).toEqual([])
  await whileJobsEnd(app, async () => {
    expect(await post('acme/docs Correct the spelling')).toMatch(/^Working on it: job_\w+$/)
    await expect.poll(() => messages).toHaveLength(1)
  })
  expect(messages).toEqual([
    { response_type: 'in_channel', text: 'acme/docs: completed, nothing had to change' },
  ])
  expect((await app.call('GET', '/v2/jobs')).json.jobs).toMatchObject([{ metadata: { slack: 'U1' } }])
})

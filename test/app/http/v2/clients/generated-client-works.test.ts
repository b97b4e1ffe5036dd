import { spawnSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { type AppServer, startAppServer } from '../../../../support/app/app-server.ts'
import { command } from '../../../../support/processes/run-to-end.ts'
import { generateClient } from './generate-client.ts'
import { whileJobsEnd } from './with-finishing-jobs.ts'

const root = join(import.meta.dirname, '../../../../..')

/** What a caller would write with it: create, poll, follow up, and mistakes that its types must find. */
const PROGRAM = `
import { createJob, getJob, sendMessage, listRuns, type AgentJob } from './client/index.ts'
import { createClient, createConfig } from './client/client/index.ts'

const { BASE = '', KEY = '', PROJECT = '' } = process.env
const client = createClient(createConfig({ baseUrl: BASE, auth: KEY }))

async function finished(id: string): Promise<AgentJob> {
  for (;;) {
    const { data } = await getJob({ client, path: { projectId: PROJECT, id }, throwOnError: true })
    if (data.status === 'completed' || data.status === 'failed') return data
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

const created = await createJob({ client, path: { projectId: PROJECT }, body: { prompt: 'Greet' }, throwOnError: true })
const first = await finished(created.data.id)
const path = { projectId: PROJECT, id: first.id }
const sent = await sendMessage({ client, path, body: { prompt: 'Once more' }, throwOnError: true })
const second = await finished(first.id)
const runs = await listRuns({ client, path, throwOnError: true })
const refused = await createJob({ client, path: { projectId: PROJECT }, body: { prompt: '' } })
const link: string | null = second.prLink
const code: string | undefined = runs.data.runs[0]?.reason?.code
const problem: string | undefined = refused.error?.error
console.log(JSON.stringify({
  statuses: [created.response.status, created.data.status, first.status, sent.data.status, second.status],
  link, code, runs: runs.data.runs.length, problem,
}))

export async function mistakes(): Promise<void> {
  // @ts-expect-error the prompt is missing
  await createJob({ client, path: { projectId: PROJECT }, body: {} })
  // @ts-expect-error the id is missing
  await getJob({ client, path: { projectId: PROJECT } })
  // @ts-expect-error there is no such status
  if (second.status === 'running') console.log('never')
  // @ts-expect-error there may be no pull request
  console.log(second.prLink.length)
}
`

const TSCONFIG = {
  compilerOptions: {
    target: 'es2023',
    module: 'nodenext',
    lib: ['es2024', 'dom', 'dom.iterable', 'dom.asynciterable'],
    types: ['node'],
    typeRoots: [join(root, 'node_modules/@types')],
    strict: true,
    noEmit: true,
    allowImportingTsExtensions: true,
    verbatimModuleSyntax: true,
  },
  include: ['.'],
}

/** A folder with the client that the server's description makes, and the program that uses it. */
async function generatedFrom(app: AppServer): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-client-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const { json: description } = await app.call('GET', '/openapi.json', { key: null })
  await generateClient(description, directory)
  await writeFile(join(directory, 'tsconfig.json'), JSON.stringify(TSCONFIG))
  await writeFile(join(directory, 'use.ts'), PROGRAM)
  return directory
}

test('the generated client type-checks, creates, polls and follows up', async () => {
  const app = await startAppServer()
  const directory = await generatedFrom(app)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const checked = spawnSync(process.execPath, [tsc, '-p', directory], { encoding: 'utf8' })
  expect([checked.stdout, checked.status]).toEqual(['', 0])

  const environment = { BASE: app.url, KEY: app.key, PROJECT: app.project }
  const use = () => command(process.execPath, [join(directory, 'use.ts')], environment)
  const { stdout, stderr } = await whileJobsEnd(app, use)
  expect(stderr).toBe('')
  expect(JSON.parse(stdout)).toEqual({
    statuses: [201, 'active', 'completed', 'active', 'completed'],
    link: null,
    runs: 2,
    problem: expect.stringMatching(/^`prompt` must not be empty/),
  })
})

import { spawnSync } from 'node:child_process'
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startAppServer } from '../../../support/app-server.ts'
import { command } from './command-beside.ts'
import { whileJobsEnd } from './while-jobs-end.ts'

interface TypedClient {
  readonly files: Readonly<Record<string, string>>
  readonly description: Readonly<Record<string, unknown>>
}

const root = join(import.meta.dirname, '../../../..')
const made: TypedClient = JSON.parse(await readFile(join(root, 'test/fixtures/typed-client.json'), 'utf8'))

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

async function unpacked(): Promise<string> {
  const directory = await mkdtemp(join(tmpdir(), 'prentice-client-'))
  onTestFinished(() => rm(directory, { recursive: true, force: true }))
  const files: Record<string, string> = {
    'package.json': '{"type":"module"}',
    'tsconfig.json': JSON.stringify(TSCONFIG),
    'use.ts': PROGRAM,
  }
  for (const [name, text] of Object.entries(made.files)) files[join('client', name)] = text
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(directory, name)), { recursive: true })
    await writeFile(join(directory, name), text)
  }
  return directory
}

test('generated from the description, it type-checks, creates, polls and follows up', async () => {
  const app = await startAppServer()
  const directory = await unpacked()
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

/** Words for people are no part of what a client is made of. */
const WORDS = new Set(['description', 'summary', 'example', 'info', 'servers'])

/** Where `now` lacks what a client of `then` counts on. */
function missing(then: unknown, now: unknown, place: string): string[] {
  if (Array.isArray(then)) {
    if (!Array.isArray(now)) return [place]
    const here = new Set(now.map((item) => JSON.stringify(item)))
    const isMore = place.endsWith('.required') && now.length > then.length
    return then.some((item) => !here.has(JSON.stringify(item))) || isMore ? [place] : []
  }
  if (typeof then !== 'object' || then === null) return then === now ? [] : [place]
  if (typeof now !== 'object' || now === null) return [place]
  const current = now as Record<string, unknown>
  return Object.entries(then)
    .filter(([name, value]) => !(WORDS.has(name) && typeof value !== 'object') && !WORDS.has(name))
    .flatMap(([name, value]) => missing(value, current[name], `${place}.${name}`))
}

test('the description still says all that the client was made from', async () => {
  const app = await startAppServer()
  const { json } = await app.call('GET', '/openapi.json')
  const hint = 'docs/api.md says what is frozen; of an addition: scripts/generate-client.ts'
  expect([hint, missing(made.description, json, 'description')]).toEqual([hint, []])
})

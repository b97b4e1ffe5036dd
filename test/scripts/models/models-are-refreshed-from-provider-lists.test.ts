import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { dirname, join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { readModelTables } from '../../../scripts/models/read-model-tables.ts'
import { command } from '../../support/processes/run-to-end.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PAGE = 'docs/models.md'
const DATA = 'src/contract/model-data.ts'
const KEY = 'key-that-nobody-prints'

/** Answers as the references of the providers describe them. */
const image_input = { supported: true }
const CLAUDE = {
  type: 'model',
  created_at: '2026-01-01T00:00:00Z',
  display_name: 'Claude',
  max_tokens: 64_000,
}
const ANSWERS: Record<string, unknown> = {
  '/v1/models?limit=1000': {
    data: [
      { ...CLAUDE, id: 'claude-opus-5-5', max_input_tokens: 1_000_000, capabilities: { image_input } },
      {
        ...CLAUDE,
        id: 'claude-sonnet-4-5-20250929',
        max_input_tokens: 200_000,
        capabilities: { image_input },
      },
    ],
    has_more: true,
    first_id: 'claude-opus-5-5',
    last_id: 'claude-sonnet-4-5-20250929',
  },
  '/v1/models?limit=1000&after_id=claude-sonnet-4-5-20250929': {
    data: [{ ...CLAUDE, id: 'claude-opus-9', max_input_tokens: 2_000_000, capabilities: null }],
    has_more: false,
    first_id: 'claude-opus-9',
    last_id: 'claude-opus-9',
  },
  '/v1beta/models?pageSize=1000': {
    models: [
      {
        name: 'models/gemini-3-pro-preview',
        inputTokenLimit: 2_097_152,
        outputTokenLimit: 65_536,
        supportedGenerationMethods: ['generateContent', 'countTokens'],
      },
      { name: 'models/gemini-embedding-001', supportedGenerationMethods: ['embedContent'] },
    ],
  },
}

async function startLists() {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    const answer = ANSWERS[request.url ?? '']
    if (answer === undefined) response.writeHead(401).end('{"error":"no"}')
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(answer))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  return { origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, requests }
}

interface Ended {
  readonly code: number
  readonly stdout: string
  readonly stderr: string
}

/** Runs the command on a copy of the page and the data file. */
async function refresh(environment: Readonly<Record<string, string>>, folder = temporaryFolder()) {
  for (const path of [PAGE, DATA]) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(path, join(folder, path), { force: false })
  }
  const ended = await command(process.execPath, ['scripts/models.ts', folder], environment).then(
    (done): Ended => ({ ...done, code: 0 }),
    (error: Ended): Ended => error,
  )
  return { ...ended, folder, page: readFileSync(join(folder, PAGE), 'utf8') }
}

test('windows are those of the lists, and all that changed is told', async () => {
  const { origin, requests } = await startLists()
  const environment = {
    ...{ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${origin}/v1` },
    ...{ GOOGLE_GENERATIVE_AI_API_KEY: KEY, GOOGLE_GENERATIVE_AI_BASE_URL: `${origin}/v1beta/` },
  }
  const { code, stdout, stderr, page, folder } = await refresh(environment)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('anthropic/claude-opus-5-5: context window 200000 → 1000000\n')
  expect(stdout).toContain('anthropic/claude-haiku-4-5: no longer listed; its price stays\n')
  expect(stdout).toMatch(/anthropic\/claude-opus-9: new, without a price; see https:\S+\n/)
  expect(stdout).toContain('google/gemini-3-pro: context window 1048576 → 2097152\n')
  expect(stdout).toContain('openai: left out, OPENAI_API_KEY is not set\n')
  expect(stdout).not.toMatch(/claude-sonnet-4-5:|embedding|claude-opus-5:.*window/)
  const { limits, prices } = readModelTables(page)
  expect(limits.slice(0, 3)).toEqual([
    ['anthropic/claude-opus-5-5', 1_000_000, null, true],
    ['anthropic/claude-opus-5-5-20*', 1_000_000, null, true],
    ['anthropic/*claude*', 200_000, null, true],
  ])
  expect(prices).toEqual(readModelTables(readFileSync(PAGE, 'utf8')).prices)
  expect(readFileSync(join(folder, DATA), 'utf8')).toMatch(
    /'google\/gemini-3-pro', 2097152, null, true.*\n.*'google\/gemini-3-pro-20\*', 2097152.*\n.*'google\/gemini-3-pro-preview', 2097152/,
  )
  expect(requests.map(({ headers }) => headers['x-api-key'] ?? headers['x-goog-api-key'])).toEqual([
    ...[KEY, KEY, KEY],
  ])
  const again = await refresh(environment, folder)
  expect(again.page).toBe(page)
  expect(again.stdout).not.toContain('→')
})

test('a list that cannot be read changes nothing, and is named', async () => {
  const { origin } = await startLists()
  const { code, stdout, stderr, page } = await refresh({
    ...{ OPENAI_API_KEY: KEY, OPENAI_BASE_URL: `${origin}/v1` },
    ...{ ANTHROPIC_API_KEY: KEY, ANTHROPIC_BASE_URL: `${origin}/v1` },
    ...{ GOOGLE_GENERATIVE_AI_API_KEY: KEY, GOOGLE_GENERATIVE_AI_BASE_URL: 'http://127.0.0.1:1' },
  })
  expect(code).toBe(1)
  expect(stderr).toMatch(/^openai: its list could not be read, so its models stay as they are: .*HTTP 401$/m)
  expect(stderr).toMatch(/^google: its list could not be read/m)
  expect(stdout).toContain('anthropic: 3 models')
  expect(readModelTables(page).limits).toContainEqual(['google/*', 1_048_576, null, true])
  expect(stdout + stderr).not.toContain(KEY)
})

test('without any key it says what to set', async () => {
  const { code, stderr, page } = await refresh({})
  expect(code).toBe(2)
  expect(stderr).toContain('Set at least one of ANTHROPIC_API_KEY, OPENAI_API_KEY, ')
  expect(page).toBe(readFileSync(PAGE, 'utf8'))
})

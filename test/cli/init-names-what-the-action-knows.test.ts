import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { DEFINITIONS } from '../../src/action/models/providers/providers.ts'
import { COMMAND, initCommand } from '../../src/cli/command-name.ts'
import { PASSED } from '../../src/cli/commands/try.ts'
import { parseAnswer } from '../../src/cli/init/gh.ts'
import { KEYLESS, keylessVariables } from '../../src/cli/init/model-access.ts'
import { chooseModel, KEYS, writeWorkflow } from '../../src/cli/init/setup-files.ts'
import { ROOT } from './init-scene.ts'

test('every provider of the action has a secret', () => {
  expect(KEYS).toEqual(
    Object.fromEntries(Object.entries(DEFINITIONS).map(([name, { keyVariable }]) => [name, keyVariable])),
  )
})

test('`try` and `eval` pass on every variable of a provider', () => {
  const names = Object.values(DEFINITIONS).flatMap(({ keyVariable, urlVariable, headersVariable }) => [
    ...[keyVariable, urlVariable, headersVariable],
  ])
  expect(names.filter((name) => !PASSED.test(name))).toEqual([])
})

test('every variable of access without a key is one that the action reads', () => {
  const read = readFileSync(join(ROOT, 'src/action/models/providers/token-exchange.ts'), 'utf8')
  const documented = readFileSync(join(ROOT, 'docs/keyless.md'), 'utf8')
  const names = Object.values(KEYLESS).flat()
  expect(names.filter((name) => !read.includes(`'${name}'`) || !documented.includes(`\`${name}\``))).toEqual(
    [],
  )
})

test.each([
  ['anthropic/claude', undefined, KEYLESS.anthropic],
  ['openai/gpt', undefined, KEYLESS.openai],
  ['openai-compatible/qwen', 'https://openrouter.ai/api/v1', KEYLESS.openrouter],
  ['openai-compatible/qwen', 'https://acme.openai.azure.com/openai/v1', KEYLESS.azure],
])('without a key, %s at %s needs these variables', (name, baseUrl, variables) => {
  expect(keylessVariables(chooseModel(name, { OPENAI_COMPATIBLE_BASE_URL: baseUrl }))).toEqual(variables)
})

test.each([
  ['google/gemini', undefined],
  ['openai-compatible/qwen', 'https://openrouter.ai.example/'],
])('%s at %s needs a key', (name, baseUrl) => {
  const model = chooseModel(name, { OPENAI_COMPATIBLE_BASE_URL: baseUrl })
  expect(() => keylessVariables(model)).toThrow(/--keyless: \S+ needs a key/)
})

test('the workflow names the model of a server, its address and its secret', () => {
  const environment = { OPENAI_COMPATIBLE_BASE_URL: 'https://models.example/v1' }
  const model = chooseModel('openai-compatible/qwen-3:8b', environment)
  const action = { repository: 'acme/prentice', sha: 'a'.repeat(40), version: 'v1.2.3' }
  const text = writeWorkflow({
    action,
    model,
    access: { kind: 'key', secret: 'SHARED' },
    host: 'ghe.example',
  })
  expect(text).toContain(`- uses: acme/prentice@${'a'.repeat(40)} # v1.2.3\n`)
  expect(text).toMatch(
    /model: openai-compatible\/qwen-3:8b\n +env:\n +OPENAI_COMPATIBLE_API_KEY: \$\{\{ secrets\.SHARED \}\}\n +OPENAI_COMPATIBLE_BASE_URL: "https:\/\/models\.example\/v1"\n$/,
  )
  expect(text).not.toMatch(/OWNER|ANTHROPIC/)
})

test('while the package is in no registry, no program and no page starts it from one', () => {
  const { name, private: isPrivate } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const texts = globSync(
    ['{src,sandbox,scripts}/**/*.{ts,js,html}', '*.{md,yml,txt}', 'docs/*.{md,yml}', 'package.json'],
    {
      cwd: ROOT,
    },
  )
  expect(texts.length).toBeGreaterThan(500)
  const started = new RegExp(`\\b(?:npx|npm (?:exec|create)|pnpm dlx|yarn dlx|bunx)\\b[^\\n\`]*\\b${name}\\b`)
  const found = texts.filter((path) => started.test(readFileSync(join(ROOT, path), 'utf8')))
  expect(isPrivate ? found : []).toEqual([])
  expect([COMMAND, initCommand(), initCommand('--yes')]).toEqual([
    isPrivate ? name : `npx ${name}`,
    'npm run init',
    'npm run init -- --yes',
  ])
})

test.each([
  ['HTTP/1.1 200 OK\nX-A: b:c\r\nY: \r\n\r\n{"a":1}', 200, { a: 1 }],
  ['HTTP/2.0 404 Not Found\r\nX: y\r\n\r\n<html>', 404, null],
  ['HTTP/2.0 204 No Content\n', 204, null],
  ['', null, null],
  ['{"a":1}', null, null],
])('a gh with the status %j answers %j', (printed, status, body) => {
  const answer = parseAnswer(printed)
  expect([answer?.status ?? null, answer?.body ?? null]).toEqual([status, body])
})

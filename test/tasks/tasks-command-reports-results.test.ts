import { afterEach, expect, test } from 'vitest'
import { openaiResponses as format } from '../fakes/model/wire/openai-responses.ts'
import { startScriptedProvider } from '../fakes/model/wire/scripted-provider.ts'
import { type Command, type Ended, runCommand } from '../support/processes/command.ts'
import { until } from '../support/world/jobs.ts'
import { changeOneOfTwoIdenticalLines as task } from './change-one-of-two-identical-lines.ts'

const KEY = 'sk-of-the-real-model-1234567890'

let command: Command | null = null
afterEach(() => command?.remove())

async function run(args: readonly string[], env: Readonly<Record<string, string>> = {}): Promise<Ended> {
  command = await runCommand('test/tasks/run.ts', args, env)
  return command.ended
}

test('a model that is named does the work with its key, and what came out is told as JSON', async () => {
  const script = task.script.map((calls) => ({ kind: 'answer' as const, answer: { calls } }))
  await using server = await startScriptedProvider(format, script)
  const env = { MODEL: format.model, ...format.environment(server.origin, KEY) }
  const { code, stdout, stderr } = await run(['--only', task.name, '--json'], env)
  expect(
    stdout
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line)),
  ).toEqual([
    expect.objectContaining({ task: task.name, model: format.model, passed: true, why: null, steps: 4 }),
  ])
  expect(code).toBe(0)
  expect(stdout + stderr).not.toContain(KEY)
  expect(server.requests.flatMap(({ faults }) => faults)).toEqual([])
  expect(server.requests.map(({ headers }) => headers.authorization)).toContain(`Bearer ${KEY}`)
  expect(await command?.leftovers()).toEqual([])
})

test('a task that fails is in the table with its reason, and the exit code is 1', async () => {
  const failure = { kind: 'failure' as const, status: 401, message: 'invalid key' }
  await using server = await startScriptedProvider(format, () => failure)
  const env = { MODEL: format.model, ...format.environment(server.origin, KEY) }
  const { code, stdout } = await run(['--only', task.name], env)
  expect(stdout).toMatch(/^failed {2}change-one-of-two-identical-lines .*\n {8}.*(?:OPENAI_API_KEY|401|key)/m)
  expect(stdout).toMatch(/0 of 1 passed/)
  expect(code).toBe(1)
})

test.each([
  [{ MODEL: 'anthropic/claude-sonnet-5-5' }, 'MODEL=anthropic/claude-sonnet-5-5 needs ANTHROPIC_API_KEY'],
  [{ MODEL: 'google/gemini-3-pro', ANTHROPIC_API_KEY: KEY }, 'needs GOOGLE_GENERATIVE_AI_API_KEY'],
  [{ MODEL: 'openai-compatible/llama' }, 'needs OPENAI_COMPATIBLE_BASE_URL'],
  [{ MODEL: 'gpt-6' }, 'must be provider/model'],
])('%j is refused before anything is started', async (env, message) => {
  const { code, stdout, stderr } = await run([], env)
  expect(stderr).toContain(message)
  expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
})

test.each([
  [['--only', 'conquer-the-world'], '--only conquer-the-world: there is no such task'],
  [['--compare', '/no/such/file'], '--compare /no/such/file: ENOENT'],
  [['--fast'], 'npm run tasks -- --help shows the options'],
])('%j is refused', async (args, message) => {
  const { code, stderr } = await run(args)
  expect(stderr).toContain(message)
  expect(code).toBe(2)
})

test('interrupted, it leaves nothing behind', async () => {
  const silence = { kind: 'silence' as const }
  await using server = await startScriptedProvider(format, () => silence)
  const env = { MODEL: format.model, ...format.environment(server.origin, KEY) }
  const running = await runCommand('test/tasks/run.ts', ['--only', task.name], env)
  command = running
  await until('the model to be asked', () => (server.requests.length > 0 ? true : null))
  running.kill('SIGINT')
  const { code, stdout } = await running.ended
  expect(stdout).toMatch(/0 of 0 passed/)
  expect(code).toBe(130)
  expect(await running.leftovers()).toEqual([])
})

test('the names of the tasks can be listed', async () => {
  const { code, stdout } = await run(['--list'])
  expect(stdout.split('\n')).toContain(task.name)
  expect(code).toBe(0)
})

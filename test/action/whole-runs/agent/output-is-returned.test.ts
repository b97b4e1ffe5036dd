import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, read } from '../../../support/whole-run/wire-world.ts'

const SCHEMA = { type: 'object', properties: { greets: { type: 'string' } }, required: ['greets'] }
const TOKEN = `ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}`
const FINISH = { title: 'Greet', body: 'B', files: [], commit_message: 'Greet', summary: 'Greeted.' }
const edit = { name: 'edit', input: { path: 'hello.txt', old: 'world', new: 'moon' } }
const asking = { outputSchema: SCHEMA, features: ['output', 'mode'] }

test('a run publishes its change and returns its output, without secrets, which GitHub never shows', async () => {
  const output = { greets: 'nobody at all', note: `key ${TOKEN}` }
  const { run, result } = await runAgent({
    script: () => [
      call(edit),
      call({ name: 'finish', input: { ...FINISH, output: JSON.stringify(output) } }),
    ],
    assignment: asking,
  })
  expect(run.code).toBe(0)
  expect(result).toMatchObject({ outcome: 'published', output: { greets: 'nobody at all' } })
  expect(JSON.stringify(result)).not.toContain(TOKEN)
  expect(JSON.stringify(run.outputs)).not.toContain('nobody at all')
  expect(run.log).not.toContain('nobody at all')
})

test('an answer has an output, too', async () => {
  const { result, app } = await runAgent({
    script: () => [
      call(read()),
      call({ name: 'finish', input: { summary: 'It greets.', output: '{"greets":"nobody at all"}' } }),
    ],
    assignment: { ...asking, mode: 'ask' },
  })
  expect(app.calls).toEqual(['claim', 'result'])
  expect(result).toMatchObject({
    outcome: 'no-change',
    summary: 'It greets.',
    output: { greets: 'nobody at all' },
  })
})

test('a change whose output never matches is published as a draft, and the run fails', async () => {
  const wrong = call({ name: 'finish', input: { ...FINISH, output: '{"greets":1}' } })
  const { result, run } = await runAgent({
    script: () => [call(edit), wrong, wrong, wrong],
    assignment: asking,
  })
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'output-invalid' }, summary: 'Greeted.' })
  expect(result).toHaveProperty('published.pullRequest')
  expect(result).not.toHaveProperty('output')
  expect(run.outputs).toMatchObject({ reason: 'output-invalid' })
})

test('a schema that the action does not understand ends the run before the model is asked', async () => {
  const { result, bodies } = await runAgent({
    script: () => [],
    assignment: { ...asking, outputSchema: { minContains: 1 } },
  })
  expect(bodies).toEqual([])
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'action-too-old' } })
})

import { expect, test } from 'vitest'
import { runAgent } from '../../../support/whole-run/agent-run.ts'
import { call, finish, mark, read } from '../../../support/whole-run/wire-world.ts'

const limits = { steps: 20, seconds: 60, costUsd: 5 }
const missing = (index: number) => call(read(`missing-${index}.txt`))

test('four equal calls in a row end the run, with a warning after the third', async () => {
  const { result, bodies } = await runAgent({
    script: () => [call(mark('x')), call(read()), call(read()), call(read()), call(read()), finish],
  })
  expect(bodies[4]).toMatch(/Your last 3 answers made the same calls; one more such answer ends the run\./)
  expect(bodies).toHaveLength(6)
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'agent-stuck' }, published: {} })
})

test('five failed calls in a row end the run, with a warning after the fourth', async () => {
  const { result, bodies } = await runAgent({
    script: () => (_, index) => (index < 5 ? missing(index) : finish),
  })
  expect(bodies[4]).toMatch(/Every call of your last 4 answers failed; one more such answer ends the run\./)
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'agent-stuck' }, published: null })
})

test('the model is warned once near the step limit, and its changes become a draft at the limit', async () => {
  const { result, bodies, github } = await runAgent({
    assignment: { limits: { ...limits, steps: 8 } },
    script: () => [...[...'abcdefgh'].map((text) => call(mark(text))), finish],
  })
  expect(bodies.at(-1)?.match(/You have used \d+ of \d+ steps\./g)).toEqual(['You have used 6 of 8 steps.'])
  expect(bodies.at(-1)).toContain('"tool_choice":{"type":"tool","name":"finish"')
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'step-limit' } })
  expect(github.pullRequests).toMatchObject([{ draft: true }])
})

test('the model is warned near the token limit, too', async () => {
  // The answers count 1,100 tokens and a few.
  const { result, bodies } = await runAgent({
    assignment: { limits: { ...limits, tokens: 4000 } },
    script: () => (_, index) => (index < 4 ? call(mark(`${index}`)) : finish),
  })
  expect(bodies[3]).toMatch(/You have used 3\d{3} of 4000 tokens/)
  expect(result).toMatchObject({ outcome: 'failed', reason: { code: 'token-limit' }, published: {} })
})

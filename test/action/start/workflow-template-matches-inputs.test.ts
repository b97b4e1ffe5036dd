import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { openModel } from '../../../src/action/models/providers/open-model.ts'
import { Inputs } from '../../../src/action/start/inputs.ts'
import { displayTitle, RUN_INPUT } from '../../../src/contract/github.ts'

const text = readFileSync('docs/workflow.yml', 'utf8')
const Strings = z.record(z.string(), z.string())
const Step = z.strictObject({ uses: z.string(), with: Strings, env: Strings })
const Input = z.object({ required: z.literal(false), type: z.literal('string') })
// Strict where something more would do harm: `concurrency` drops dispatched runs without a word.
const workflow = z
  .strictObject({
    name: z.string(),
    'run-name': z.string(),
    on: z.strictObject({ workflow_dispatch: z.object({ inputs: z.record(z.string(), Input) }) }),
    permissions: z.strictObject({ 'id-token': z.literal('write') }),
    jobs: z.strictObject({
      prentice: z.strictObject({
        'runs-on': z.string(),
        'timeout-minutes': z.literal(60),
        steps: z.tuple([Step]),
      }),
    }),
  })
  .parse(parse(text))
const [step] = workflow.jobs.prentice.steps

test('the app finds the run by its title', () => {
  expect(workflow['run-name']).toBe(displayTitle(`\${{ inputs.${RUN_INPUT} }}`))
})

test('every input is handed on, and the action knows each', () => {
  const inputs = Object.keys(workflow.on.workflow_dispatch.inputs)
  expect(inputs).toEqual([RUN_INPUT, 'prompt'])
  for (const name of inputs) expect(step.with[name]).toBe(`\${{ inputs.${name} }}`)
  expect(Object.keys(Inputs.shape)).toEqual(expect.arrayContaining(Object.keys(step.with)))
})

test.each(['anthropic', 'openai', 'google'])('a key for %s is passed', async (provider) => {
  expect(await openModel(`${provider}/some-model`, step.env)).toMatchObject({ ok: true })
  for (const [name, value] of Object.entries(step.env)) expect(value).toBe(`\${{ secrets.${name} }}`)
})

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import { OUTPUT_NAMES } from '../../../src/action/output/outputs.ts'
import { Inputs, readInputs } from '../../../src/action/start/inputs.ts'

const Described = z.record(
  z.string(),
  z.object({ description: z.string().min(10), default: z.string().optional() }),
)
const ActionFile = z.object({
  inputs: Described,
  outputs: Described,
  runs: z.object({
    using: z.literal('node24'),
    main: z.literal('dist/index.js'),
    post: z.literal('dist/index.js'),
  }),
})
const action = ActionFile.parse(parse(readFileSync('action.yml', 'utf8')))

test('schema and file name the same inputs', () => {
  expect(Object.keys(action.inputs)).toEqual(Object.keys(Inputs.shape))
})

test('code and file name the same outputs', () => {
  expect(Object.keys(action.outputs)).toEqual([...OUTPUT_NAMES])
})

test('the defaults of the file are those of the schema', () => {
  const given = Object.entries(action.inputs).map(([name, input]) => [
    `INPUT_${name.toUpperCase()}`,
    name === 'github-token' ? '' : (input.default ?? ''),
  ])
  expect(readInputs(Object.fromEntries(given))).toEqual(readInputs({}))
})

import { expect, test } from 'vitest'
import { findFallbacks } from '../../../../src/app/runs/assignment/assigned-settings.ts'
import { FEATURES } from '../../../../src/contract/runner-protocol/protocol.ts'

const JOB = { model: 'anthropic/a' }
const SETTINGS = { fallbackModels: ['openai/b', 'google/c'] }

test('the fallback models are those of the settings, unless the request names others or none', () => {
  expect(findFallbacks(JOB, SETTINGS, FEATURES).models).toEqual(['openai/b', 'google/c'])
  expect(findFallbacks({ ...JOB, fallbackModels: ['openai/d'] }, SETTINGS, FEATURES).models).toEqual([
    'openai/d',
  ])
  expect(findFallbacks({ ...JOB, fallbackModels: [] }, SETTINGS, FEATURES)).toEqual({
    models: [],
    warnings: [],
  })
})

test('the model of the job does not continue in its own place', () => {
  expect(findFallbacks({ model: 'openai/b' }, SETTINGS, FEATURES)).toEqual({
    models: ['google/c'],
    warnings: [],
  })
})

test('a model that the organisation does not name is left out, and named', () => {
  const job = { ...JOB, fallbackModels: ['openai/d', 'google/c'] }
  expect(findFallbacks(job, { ...SETTINGS, allowedFallbacks: ['google/c'] }, FEATURES)).toEqual({
    models: ['google/c'],
    warnings: [
      'fallback models: openai/d is left out: `fallback-models` of the organisation does not name it',
    ],
  })
  expect(findFallbacks(job, { allowedFallbacks: [] }, FEATURES).models).toEqual([])
})

test('an older action works without fallback models, and the log says so', () => {
  expect(findFallbacks(JOB, SETTINGS, ['mcp'])).toEqual({
    models: [],
    warnings: [expect.stringContaining('update the action in the workflow file')],
  })
  expect(findFallbacks(JOB, {}, undefined)).toEqual({ models: [], warnings: [] })
})

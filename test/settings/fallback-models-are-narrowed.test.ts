import { expect, test } from 'vitest'
import { parseProjectConfig } from '../../src/app/projects/parse-project-config.ts'
import { applyOrganisation } from '../../src/settings/apply-organisation.ts'
import { settingsFile } from '../support/settings-file.ts'

const NAMES = ['openai/a', 'openai/b']

test.each([
  [undefined, NAMES, NAMES],
  [NAMES, undefined, NAMES],
  [['openai/b'], NAMES, ['openai/b']],
  [[], NAMES, []],
  [NAMES, [], []],
  [undefined, undefined, undefined],
])('with %j in the organisation and %j in the repository, %j may continue', (one, other, applied) => {
  const settings = (names: string[] | undefined) => (names === undefined ? {} : { 'fallback-models': names })
  expect(applyOrganisation(settings(one), settings(other))['fallback-models']).toEqual(applied)
})

test.each([
  ['model: openai/a\nfallback-models: [openai/a]', 'fallback-models names the `model`'],
  [
    'fallback-models: [openai/a, openai/b, openai/c, openai/d]',
    'fallback-models must be a list of up to 3 models',
  ],
  ['fallback-models: [openai/a, openai/a]', 'fallback-models names a model twice'],
  ['fallback-models: [openai/a, gpt]', 'fallback-models[1] must be provider/model'],
  ['fallback-models: openai/a', 'fallback-models must be a list'],
])('%j is refused with its place', (text, message) => {
  expect(parseProjectConfig(settingsFile(text))).toMatchObject({
    kind: 'invalid',
    detail: expect.stringContaining(message),
  })
})

import { createConfig, lintFromString } from '@redocly/openapi-core'
import { type RulesetDefinition, Spectral } from '@stoplight/spectral-core'
import { oas } from '@stoplight/spectral-rulesets'
import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'

async function description(): Promise<string> {
  const app = await startAppServer()
  return (await app.call('GET', '/openapi.json', { key: null })).text
}

test('Spectral reports nothing', async () => {
  const spectral = new Spectral()
  // The contact is the operator, whose mail address the server does not know.
  spectral.setRuleset({
    extends: [[oas as RulesetDefinition, 'all']],
    rules: { 'contact-properties': 'off' },
  })
  expect(await spectral.run(await description())).toEqual([])
})

test('Redocly reports nothing', async () => {
  const config = await createConfig({ extends: ['recommended-strict'] })
  const source = await description()
  const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
  expect(problems.map(({ ruleId, message, location }) => [ruleId, message, location[0]?.pointer])).toEqual([])
})

import { expect, test } from 'vitest'
import { ProjectConfig, parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { settingsFile } from '../../support/settings-file.ts'

test('the token limit of a run is configurable within bounds', () => {
  expect(parseProjectConfig(settingsFile('limits: { tokens: 2000000 }'))).toMatchObject({
    config: { limits: { tokens: 2_000_000, steps: null } },
  })
  for (const wrong of ['999', '1.5', 'many']) {
    expect(parseProjectConfig(settingsFile(`limits: { tokens: ${wrong} }`))).toMatchObject({
      kind: 'invalid',
      detail: expect.stringContaining('limits.tokens'),
    })
  }
})

test('settings that were stored before the token limit existed are read', () => {
  const parsed = parseProjectConfig([])
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  const { tokens: _, ...limits } = parsed.config.limits
  expect(ProjectConfig.parse({ ...parsed.config, limits }).limits.tokens).toBeNull()
})

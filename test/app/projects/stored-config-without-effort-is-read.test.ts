import { expect, test } from 'vitest'
import { ProjectConfig, parseProjectConfig } from '../../../src/app/projects/parse-project-config.ts'
import { settingsFile } from '../../support/settings-file.ts'

test('settings that were stored before the effort existed have none', () => {
  const parsed = parseProjectConfig(settingsFile('effort: low'))
  if (parsed.kind === 'invalid') throw new Error(parsed.detail)
  const { effort, ...before } = parsed.config
  expect(effort).toBe('low')
  expect(ProjectConfig.parse(before).effort).toBeNull()
})

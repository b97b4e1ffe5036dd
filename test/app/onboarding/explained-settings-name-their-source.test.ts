import { expect, test } from 'vitest'
import { explainSettings } from '../../../src/app/onboarding/explain-settings.ts'

test('each setting names the file that its value comes from', () => {
  const organisation = { model: 'anthropic/a', limits: { steps: 20, minutes: 10 }, draft: true }
  const repository = { model: 'anthropic/b', limits: { steps: 50 } }
  expect(explainSettings(organisation, repository)).toEqual([
    { key: 'draft', value: 'true', from: 'organisation' },
    { key: 'limits.minutes', value: '10', from: 'organisation' },
    { key: 'limits.steps', value: '20', from: 'organisation' },
    { key: 'model', value: 'anthropic/b', from: 'repository' },
  ])
})

test('the source of a list that the organisation narrows is both files', () => {
  const explained = explainSettings(
    { paths: { allow: ['docs/**'] } },
    { paths: { allow: ['docs/a/**', 'src/**'] } },
  )
  expect(explained.map(({ key, from }) => [key, from])).toEqual([['paths.allow', 'both']])
})

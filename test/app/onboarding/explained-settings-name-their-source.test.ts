import { expect, test } from 'vitest'
import { explainSettings } from '../../../src/app/onboarding/check-project.ts'
import { settingsFor } from '../../../src/app/projects/match-budgets.ts'

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

test('only budgets that cover the repository are explained', () => {
  const organisation = {
    budgets: [
      { name: 'docs', repositories: ['docs', 'handbook'], 'usd-per-month': 50 },
      { name: 'merger', repositories: ['secret-project'], 'usd-per-month': 9000 },
      { name: 'all', repositories: ['*'], 'usd-per-month': 100.5, 'warn-at': 90 },
    ],
  }
  const explained = (name: string) => explainSettings(settingsFor(organisation, { owner: 'acme', name }), {})
  const [value, from] = ['docs: 50 US dollars a month, all: 100.5 US dollars a month', 'organisation']
  expect(explained('docs')).toEqual([{ key: 'budgets', value, from }])
  const other = { budgets: organisation.budgets.slice(0, 2) }
  expect(explainSettings(settingsFor(other, { owner: 'acme', name: 'api' }), {})).toEqual([])
})

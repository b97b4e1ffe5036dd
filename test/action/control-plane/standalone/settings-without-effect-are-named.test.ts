import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import {
  APPLIED,
  resolveSettings,
} from '../../../../src/action/control-plane/standalone/compose-assignment.ts'

const warningsOf = async (text: string) =>
  (await resolveSettings([{ path: '.github/prentice.yml', text }])).warnings

test('settings that need a server, or that inputs replace, are named', async () => {
  const text = [
    'triggers: { labels: [agent], teams: [acme/docs] }',
    'notify: [{ webhook: builds }]',
    'paths: { allow: [docs/**] }',
    'model: openai/gpt-5',
  ]
  expect(await warningsOf(text.join('\n'))).toEqual([
    'settings: no effect without a server: model, notify, triggers.teams',
  ])
})

test('settings that apply cause no warning', async () => {
  expect(await warningsOf('triggers: { bots: [renovate] }\nchecks: [npm test]\ncommands: on\n')).toEqual([])
  expect(await warningsOf('')).toEqual([])
})

test('docs/action.md lists the settings that apply', () => {
  const docs = readFileSync(`${import.meta.dirname}/../../../../docs/action.md`, 'utf8')
  const [, listed = ''] = /only these keys apply: ([^.]*(?:\.[a-z][^.]*)*)\. The others/.exec(docs) ?? []
  expect(listed.match(/[\w.-]*\w/g)).toEqual(APPLIED)
})

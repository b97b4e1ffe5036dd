import { expect, test } from 'vitest'
import {
  checkReusableWorkflowFile,
  checkWorkflowFile,
} from '../../../src/app/onboarding/check-workflow-file.ts'
import { chooseTemplate } from '../../../src/app/onboarding/read-account-workflow.ts'

const config = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: 'v1', version: null },
  reusableWorkflows: [],
}

const MANY = 'the file has more than 8,000 YAML tokens'
const LARGE = 'the file is larger than 64 KiB'
const DEEP = 'the file nests deeper than 16 levels'

/** An unbounded parser needs seconds for each of them. `hostile-yaml-is-refused-early` counts the work. */
test.each([
  ['empty sequences as keys', `{${'[],'.repeat(21_000)}}`, MANY],
  ['keys without values', `{${Array.from({ length: 9_000 }, (_, n) => `a${n},`).join('')}}`, MANY],
  ['tags', '- !t a\n'.repeat(9_000), MANY],
  ['open sequences', '['.repeat(65_000), DEEP],
  ['more than 64 KiB', `on: push # ${'x'.repeat(65_536)}`, LARGE],
  ['more than 64 KiB of other characters', `on: push # ${'é'.repeat(33_000)}`, LARGE],
])('a workflow file of a repository is refused before it is parsed: %s', (_, text, why) => {
  expect(checkWorkflowFile(text, config)).toEqual([`it is not a workflow that can be dispatched (${why})`])
  expect(checkReusableWorkflowFile(text, config)).toEqual([
    `it is not a workflow that can be called (${why})`,
  ])
  expect(chooseTemplate({ own: text, standard: '' }, config)).toMatchObject({
    kind: 'refused',
    why: expect.stringContaining(why),
  })
})

test('a mistake in the YAML is named with its line', () => {
  expect(checkWorkflowFile('on: push\non: push\n', config)).toEqual([
    'it is not a workflow that can be dispatched (line 2: the key `on` is already set above)',
  ])
})

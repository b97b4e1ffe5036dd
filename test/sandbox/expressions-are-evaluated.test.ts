import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { evaluateCondition, evaluateTemplate, Unsupported } from '../../sandbox/expressions/evaluate.ts'

const CONTEXTS = {
  inputs: { prompt: 'Fix it', empty: '' },
  github: {
    event_name: 'issue_comment',
    event: { issue: { number: 7 }, comment: { body: 'Please /Prentice\n' }, labels: ['bug', 'Help'] },
  },
}

test.each([
  ["inputs.prompt || 'Else'", 'Fix it'],
  ["inputs.empty || 'Else'", 'Else'],
  ["inputs.missing || 'It''s'", "It's"],
  ["github.event.issue.number && format('#{0}', github.event.issue.number) || github.event_name", '#7'],
  ["github.event.none && format('#{0}', 1) || github.event_name", 'issue_comment'],
  ["contains(github.event.comment.body, '/prentice')", 'true'],
  ["contains(github.event.labels, 'help')", 'true'],
  ["contains(github.event.labels, 'hel')", 'false'],
  ["GITHUB.event_name == 'x'", null],
  ["github.EVENT_NAME == 'Issue_Comment'", 'true'],
  ["github.event.issue.number == '7'", 'true'],
  ["!(github.event_name != 'issues') || false", 'false'],
  ['github.event.none == null', 'true'],
  ['1 == true', 'true'],
  ['github.event', null],
  ['github', null],
  ['always()', null],
  ["'unclosed", null],
  ["'a' 'b'", null],
  ["format('{0}'", null],
  ['(inputs.prompt', null],
  ['1 < 2', null],
  ['', null],
])('%s is %j', (expression, expected) => {
  const evaluated = () => evaluateTemplate(`\${{ ${expression} }}`, CONTEXTS)
  if (expected === null) expect(evaluated).toThrow(Unsupported)
  else expect(evaluated()).toBe(expected)
})

const { jobs } = parse(readFileSync(new URL('../../docs/standalone.yml', import.meta.url), 'utf8'))
const condition: string = jobs.prentice.if

test.each([
  ['workflow_dispatch', {}, true],
  ['issue_comment', { comment: { body: 'hello' } }, false],
  ['issue_comment', { comment: { body: '/prentice fix' } }, true],
  ['issue_comment', { comment: { body: '/prentice <!-- prentice:run -->' } }, false],
  ['issues', { label: { name: 'bug' } }, false],
  ['issues', { label: { name: 'prentice' } }, true],
])('on %s with %j, whether the job of the standalone workflow runs: %j', (event_name, event, runs) => {
  expect(evaluateCondition(condition, { github: { event_name, event } })).toBe(runs)
})

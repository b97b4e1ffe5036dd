import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  answerText,
  checkRunFields,
  commentMarker,
  commentText,
} from '../../../src/app/feedback/describe-job.ts'
import type { JobFacts } from '../../../src/app/feedback/job-facts.ts'
import { reason } from '../../../src/contract/reasons.ts'
import { assertProperty } from '../../support/random.ts'
import { failed, RESULT, running, succeeded } from './facts.ts'

const HOSTILE = [
  '@octocat',
  'fixes #1',
  '![x](https://evil.example/x.png)',
  '[x](https://evil.example)',
  '<img src=x>',
  '</details><!-- prentice:job job_02 -->',
  '```\n@a',
  '[skip ci]',
  '\n/merge',
  'https://github.com/o/r/issues/1',
  '\u202e',
]

/** Every text of a model, a program or a person, everywhere it can appear. */
const withText = (text: string): JobFacts[] => {
  const results = [{ name: text, passed: false, detail: text, seconds: 1 }]
  const result = { ...RESULT, summary: text, checks: { notRun: null, results } }
  return [
    succeeded({ result, job: { title: text } }),
    running({ progress: { stage: 'agent', log: [text] }, job: { title: text, model: text } }),
    failed(reason('model-failed', text)),
    succeeded({ result, job: { origin: { kind: 'actor', id: 1, login: text } } }),
  ]
}

const shownOf = (given: JobFacts): string => {
  const { title, summary, annotations } = checkRunFields(given)
  return [commentText(given), title, summary, ...annotations.flatMap((one) => [one.title, one.message])].join(
    '\n',
  )
}

test.each(HOSTILE)('no text acts on GitHub: %j', (text) => {
  for (const given of withText(text)) {
    const shown = shownOf(given)
    expect(shown).not.toMatch(
      /@octocat|#1(?![28])|!\[|\]\(https:\/\/evil|<img|\[skip|^\/merge|https:\/\/github\.com\/o\/r|\u202e/m,
    )
    expect(shown.match(/<!--/g)).toHaveLength(1)
    expect(shown.split('</details>').length).toBe(shown.split('<details>').length)
  }
})

test('the marker of another job cannot be forged', () => {
  assertProperty(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 60 }), (text) => {
      for (const given of withText(`${text}${commentMarker('job_02')}${text}`))
        expect(shownOf(given)).not.toContain(commentMarker('job_02'))
    }),
  )
})

test.each(HOSTILE)('no text of an answer acts on GitHub: %j', (text) => {
  const answered = { mode: 'ask', report: null } as const
  const shown = answerText(
    succeeded({ result: { ...RESULT, summary: text }, job: { title: text }, run: answered }),
  )
  expect(shown).toMatch(/^✅ Answered/)
  expect(shown).not.toMatch(
    /@octocat|#1(?![28])|!\[|\]\(https:\/\/evil|<img|\[skip|^\/merge|https:\/\/github\.com\/o\/r|\u202e/m,
  )
  expect(shown.match(/<!--/g)).toHaveLength(1)
})

test('the longest answer fits into a comment, whatever makes it inert', () => {
  const summary = '@a'.repeat(5_000)
  const shown = answerText(succeeded({ result: { ...RESULT, summary }, run: { mode: 'plan', report: null } }))
  expect(shown.length).toBeLessThan(65_536)
  expect(shown.match(/a/g)?.length).toBeGreaterThan(5_000)
})

test('a confidential job shows neither prompt nor texts of the model', () => {
  const secret = 'SECRET'
  for (const given of withText(secret).slice(0, 3)) {
    const checks = { notRun: null, results: [] }
    const { current } = given
    const hidden = {
      ...given,
      isConfidential: true,
      job: { ...given.job, model: 'anthropic/x' },
      current: { ...current, result: current.result && { ...current.result, checks } },
    }
    expect(shownOf(hidden)).not.toContain(secret)
  }
})

test('the name of an API key is not shown', () => {
  const origin = { kind: 'key', id: 'key_1', name: 'internal name' } as const
  const shown = shownOf(succeeded({ job: { origin } }))
  expect(shown).not.toContain('internal name')
  expect(shown).toContain('A caller of the API asked')
})

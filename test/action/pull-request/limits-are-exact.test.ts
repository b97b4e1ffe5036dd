import { expect, test } from 'vitest'
import { checksSection } from '../../../src/action/pull-request/checks-section.ts'
import { commitMessage } from '../../../src/action/pull-request/commit-message.ts'
import { pullRequestText } from '../../../src/action/pull-request/pull-request-text.ts'
import { referencesSection } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import { closeFences } from '../../../src/sanitize/close-fences.ts'
import { neutralize } from '../../../src/sanitize/neutralize.ts'

const cleaning = { secrets: indexSecrets(), repositoryUrl: 'https://github.com/o/r' }
const words = (length: number) => 'x'.repeat(length)

const textOf = (more: { title?: string; body?: string; prompt?: string }) =>
  pullRequestText({
    ...cleaning,
    title: more.title ?? 'T',
    body: more.body ?? '',
    job: 'job_01',
    prompts: [more.prompt ?? 'P'],
    showPrompt: true,
    checks: null,
    files: null,
    closes: null,
    commentCommand: null,
    references: null,
    sources: null,
    usage: null,
  })

test('a title has at most 120 characters', () => {
  expect(textOf({ title: words(120) }).title).toBe(words(120))
  expect(textOf({ title: words(121) }).title).toBe(`${words(119)}…`)
})

test('a body has 60,000 characters at most, of which 100 are left for a fence', () => {
  const most = 60_000 - 100 - textOf({}).body.length
  expect(textOf({ body: words(most) }).body).toContain(`${words(most)}\n\n`)
  expect(textOf({ body: words(most + 1) }).body).toContain(`${words(most - 1)}…\n\n`)
})

test('a quoted prompt has at most 10,000 characters with the marks of its lines', () => {
  expect(textOf({ prompt: words(9998) }).body).toContain(`\n> ${words(9998)}\n`)
  expect(textOf({ prompt: words(9999) }).body).toContain(`\n> ${words(9997)}…\n`)
})

test('a commit message has a subject of 120 and a body of 10,000 characters at most', () => {
  const message = (text: string) =>
    commitMessage({ ...cleaning, message: text, job: 'job_01', coAuthor: null })
  expect(message(words(120))).toBe(`${words(120)}\n`)
  expect(message(words(121))).toBe(`${words(119)}…\n`)
  expect(message(`S\n\n${words(10_000)}`)).toBe(`S\n\n${words(10_000)}\n`)
  expect(message(`S\n\n${words(10_001)}`)).toBe(`S\n\n${words(9999)}…\n`)
})

test('20 new hosts are listed, of 21 the last one is counted', () => {
  const references = Array.from({ length: 21 }, (_, at) => ({
    ...{ kind: 'link' as const, host: `h${at}.example`, path: 'a.md', line: 1 },
  }))
  const show = (count: number) =>
    referencesSection({ ...cleaning, references: references.slice(0, count), named: new Set() })
  expect(show(20)).toContain('h19.example')
  expect(show(20)).not.toContain('more hosts')
  expect(show(21)).not.toContain('h20.example')
  expect(show(21)).toContain('- and 1 more hosts')
})

test('150 characters of a path are shown', () => {
  const show = (path: string) =>
    referencesSection({
      ...cleaning,
      references: [{ kind: 'link', host: 'h.example', path, line: 1 }],
      named: new Set(),
    })
  expect(show(words(150))).toContain(`\`${words(150)}:1\``)
  expect(show(words(151))).toContain(`\`${words(149)}…:1\``)
})

const failed = (output: string) => ({
  ...{ name: 'Tests', passed: false, detail: 'exit code 1', seconds: 1, output },
})
const checks = (...outputs: string[]) =>
  checksSection({
    ...cleaning,
    report: { kind: 'ran', results: outputs.map(failed) },
    sha: 'a'.repeat(40),
    isAsChecked: true,
  })

test('the outputs of four failed checks are shown', () => {
  const shown = checks('one', 'two', 'three', 'four', 'five')
  expect(shown).toContain('\nfour\n')
  expect(shown).not.toContain('five')
})

test('2,500 characters of an output are shown, then its last lines', () => {
  const text = `first\n${words(2494)}`
  expect(checks(text)).toContain(`\`\`\`text\n${text}\n`)
  expect(checks(`y${text}`)).toContain(`\`\`\`text\n…\n${words(2494)}\n`)
})

test('a fence has at most 90 characters', () => {
  const fence = (length: number) => '`'.repeat(length)
  expect(closeFences(`${fence(90)}\na`, '|')).toBe(`${fence(90)}\na\n${fence(90)}`)
  expect(closeFences(`${fence(91)}\na`, '|')).toBe(`${fence(90)}\na\n${fence(90)}`)
})

test('a path below the repository has fewer than 2,000 characters', () => {
  const address = (length: number) => `https://github.com/o/r/${words(length - 1)}`
  expect(neutralize(address(1999), cleaning.repositoryUrl)).toBe(address(1999))
  expect(neutralize(address(2000), cleaning.repositoryUrl)).toBe(
    address(2000).replace('https', 'https\u200b'),
  )
})

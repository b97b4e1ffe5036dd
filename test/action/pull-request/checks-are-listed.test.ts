import { expect, test } from 'vitest'
import type { CheckResult, ChecksReport } from '../../../src/action/checks/checks-report.ts'
import { checksSection } from '../../../src/action/pull-request/checks-section.ts'
import { pullRequestText } from '../../../src/action/pull-request/pull-request-text.ts'
import { replaceSection } from '../../../src/action/pull-request/sections.ts'
import { indexSecrets } from '../../../src/action/secrets/secret-index.ts'
import type { TestEvidence } from '../../../src/contract/checks.ts'

const passed: CheckResult = {
  name: 'Lint',
  passed: true,
  detail: 'exit code 0',
  seconds: 2.25,
  output: 'fine\n',
}
const failed: CheckResult = {
  name: 'Tests',
  passed: false,
  detail: 'exit code 1',
  seconds: 12,
  output: 'no\n',
}
const view = (report: ChecksReport) => ({
  ...{
    report,
    sha: '0123456789abcdef0123',
    isAsChecked: true,
    secrets: indexSecrets(['a-secret-of-this-run']),
    repositoryUrl: 'https://github.com/o/r',
  },
})
const ran = (...results: CheckResult[]) => checksSection(view({ kind: 'ran', results }))

test('each check is listed with its end, and a failed one with its last output', () => {
  expect(ran(passed, failed)).toMatchInlineSnapshot(`
    "<!-- prentice:checks -->

    **Checks** at 0123456789ab

    - \`✓ Lint: passed after 2.3 s\`
    - \`✗ Tests: exit code 1 after 12 s\`

    <details><summary>Tests: end of the output</summary>

    \`\`\`text
    no
    \`\`\`

    </details>

    <!-- /prentice:checks -->"
  `)
})

test('a report without checks says why none ran', () => {
  const why = 'this runner cannot isolate them (unshare: unshare failed: Operation not permitted)'
  expect(checksSection(view({ kind: 'not-run', why, setup: null }))).toContain(
    '- `The checks did not run: this runner cannot isolate them (unshare: unshare failed: Operation not permitted).`',
  )
  const setup = { ...failed, name: 'npm ci' }
  const text = checksSection(view({ kind: 'not-run', why: 'their setup failed on the base', setup }))
  expect(text).toContain('- `✗ npm ci: exit code 1 after 12 s`')
  expect(text).toContain('```text\nno\n```')
})

test('a commit that holds changes of others is not the one that was checked', () => {
  const report: ChecksReport = { kind: 'ran', results: [passed] }
  expect(checksSection({ ...view(report), isAsChecked: false })).toContain(
    'at 0123456789ab, before it was rebased on changes by others',
  )
})

test('no output leaves its fence, has an effect on GitHub, or shows a secret', () => {
  const output = [
    '`'.repeat(7),
    '</details><!-- prentice:checks -->',
    '![x](https://evil.example/a-secret-of-this-run) @boss fixes #1',
    '~~~',
  ].join('\n')
  const text = ran({ ...failed, name: '`<img src=x>` @boss | **b**', output })
  const fences = text.split('\n').filter((line) => /^`{3,}/.test(line))
  expect(fences).toEqual([`${'`'.repeat(8)}text`, '`'.repeat(7), '`'.repeat(8)])
  expect(text.match(/<!-- prentice:checks -->/g)).toHaveLength(1)
  expect(text.match(/<\/details>/g)).toHaveLength(1)
  expect(text).not.toMatch(/@boss|fixes #1|!\[|<img|a-secret/)
})

test('only the end of a long output is shown, from the start of a line, for at most four commands', () => {
  const output = Array.from({ length: 9000 }, (_, line) => `line ${line}\n`).join('')
  const text = ran(...Array.from({ length: 9 }, (_, at) => ({ ...failed, name: `Tests ${at}`, output })))
  expect(text.length).toBeLessThan(13_000)
  expect(text).toMatch(/```text\n…\nline \d+\n/)
  expect(text.match(/\nline 8999\n```/g)).toHaveLength(4)
  expect(text.match(/^- `✗ Tests/gm)).toHaveLength(9)
})

test('checks stand between the words of the model and the footer, and a later turn replaces them there', () => {
  const input = {
    title: 'T',
    job: 'job_01',
    prompts: ['P'],
    showPrompt: true,
    secrets: indexSecrets(),
    repositoryUrl: 'https://github.com/o/r',
    closes: null,
    commentCommand: null,
    files: null,
    references: null,
    sources: null,
    usage: null,
  }
  const { body } = pullRequestText({ ...input, body: 'Done <!-- prentice:checks -->', checks: ran(failed) })
  expect(body.indexOf('Done')).toBeLessThan(body.indexOf('**Checks**'))
  expect(body.indexOf('</details>')).toBeLessThan(body.indexOf('**Prompt**'))
  const later = replaceSection(body.replace('Made by', 'A person wrote here. Made by'), 'checks', ran(passed))
  expect(later).toBe(
    pullRequestText({ ...input, body: 'Done <!-- prentice:checks -->', checks: ran(passed) }).body.replace(
      'Made by',
      'A person wrote here. Made by',
    ),
  )
  expect(replaceSection('By hand.\n', 'checks', ran(passed))).toBe(`By hand.\n\n${ran(passed)}\n`)
})

test('the tests of the change get a line of their own, which no name can leave', () => {
  const tests: TestEvidence = {
    result: 'fails-without-change',
    files: 2,
    why: null,
    checks: ['Unit `tests`', 'a-secret-of-this-run'],
  }
  const text = checksSection(view({ kind: 'ran', results: [passed], tests }))
  expect(text).toContain(
    "- `Tests of the change: without it, with only its 2 test files, this fails: Unit 'tests', ",
  )
  expect(text).toContain(' (reported by the runner)`')
  expect(text).not.toContain('a-secret-of-this-run')
})

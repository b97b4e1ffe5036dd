import { expect, test } from 'vitest'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { settingsFile } from '../support/settings-file.ts'

function problemsOf(text: string): readonly string[] {
  const parsed = parseSettings(settingsFile(text))
  return parsed.kind === 'invalid' ? parsed.problems : []
}

test('all mistakes are reported together, each with its line, its column and the allowed values', () => {
  const text = `# comment
draft: "yes"
limits:
  steps: 0
  minutes: 361
  cost: 5
paths:
  - docs
max-files: many
instructions: AGENTS.md
setup: [npm ci]
check-rounds: 11
commands: off
`
  expect(problemsOf(text)).toEqual([
    'line 2, column 8: draft must be true or false',
    'line 4, column 10: limits.steps must be a whole number from 1 to 1,000',
    'line 5, column 12: limits.minutes must be a number above 0, up to 360',
    'line 6, column 3: limits.cost is not a setting: use one of steps, minutes, cost-usd, tokens',
    'line 8, column 3: paths must be a map of allow, unprotect',
    'line 9, column 12: max-files must be a whole number from 1 to 10,000',
    'line 10, column 15: instructions must be a list of up to 20 paths',
    'line 11, column 8: setup has no effect without `checks` where `commands` is off',
    'line 12, column 15: check-rounds must be a whole number from 0 to 10',
    'line 12, column 15: check-rounds has no effect without `checks`',
  ])
})

const RUN = 'must be a command of 1 to 4,000 characters that is not blank and has no NUL'

const COLON =
  'checks[0]["echo a"] is not a setting: use one of run, name, timeout-minutes; a command that contains `: ` needs quotes'

test.each([
  [
    'ci-checks: [{ app: 1, jobs: [a] }]',
    'line 1, column 13: ci-checks[0] must have either `workflow` or `app`, `jobs` only with `workflow`, and `names` only with `app`',
  ],
  ['commands: true', 'line 1, column 11: commands must be on or off'],
  ['comands: off', 'line 1, column 1: comands is not a setting: did you mean commands?'],
  [
    'working_directory: docs',
    'line 1, column 1: working_directory is not a setting: did you mean working-directory?',
  ],
  [
    'working-directory: ../docs',
    'line 1, column 20: working-directory must be the path of a folder: it contains `.` or `..`',
  ],
  ['checks: npm test', 'line 1, column 9: checks must be a list of up to 20 commands'],
  ['paths: { only: [docs] }', 'line 1, column 10: paths.only is not a setting: use one of allow, unprotect'],
  ['checks: [5]', 'line 1, column 10: checks[0] must be a command, or a map of run, name, timeout-minutes'],
  ['checks: [""]', `line 1, column 10: checks[0] ${RUN}`],
  ['checks: ["a\\0b"]', `line 1, column 10: checks[0] ${RUN}`],
  ['checks:\n  - npm test\n  - name: Lint', `line 3, column 5: checks[1].run ${RUN}`],
  [
    'checks: [{ run: a, timeout-minutes: 90 }]',
    'line 1, column 37: checks[0].timeout-minutes must be a number above 0, up to 60',
  ],
  [
    'checks: [{ run: a, timeout: 90 }]',
    'line 1, column 20: checks[0].timeout is not a setting: use one of run, name, timeout-minutes',
  ],
  [
    'draft-on-failed-checks: false',
    'line 1, column 25: draft-on-failed-checks has no effect without `checks`',
  ],
  ['checks: []\ncheck-rounds: 2', 'line 2, column 15: check-rounds has no effect without `checks`'],
  ['limits:\ndraft: true', 'line 1, column 8: limits must be a map of steps, minutes, cost-usd, tokens'],
  ['limits: &a { steps: 0 }\nextra: *a', 'line 1, column 21: limits.steps must be a whole number'],
  ['max-files: &n 0\nmax-bytes: *n', 'line 2, column 12: max-bytes must be a whole number'],
  [
    'paths: { allow: &a [5] , unprotect: *a }',
    'line 1, column 21: paths.unprotect[0] must be a path or glob',
  ],
  ['paths: { allow: ["./docs/**"] }', 'line 1, column 18: paths.allow[0] must be a path or glob of 1 to 300'],
  ['paths: { allow: ["**", "!./private/**"] }', 'line 1, column 24: paths.allow[1] must be a path or glob'],
  ['paths: { unprotect: ["a/../b"] }', 'without `.` or `..` as a folder'],
  ['paths: { allow: ["docs/ "] }', 'line 1, column 18: paths.allow[0] must be a path or glob'],
  ['paths: { allow: ["/"] }', 'line 1, column 18: paths.allow[0] must be a path or glob'],
  ['instructions: [docs/..]', 'line 1, column 16: instructions[0] must be a path of 1 to 300 characters'],
  ['- draft', 'line 1, column 1: the file must be a map of base, model'],
  ['draft: true\ndraft: false', 'line 2, column 1: the key `draft` is already set above'],
  ['draft: true\n---\ndraft: false', 'line 2, column 1: a second document starts here; delete'],
  ['draft: *a', 'line 1, column 8: `*a` has no anchor above it'],
  ['paths:\n  allow: [**.md]', 'line 2, column 11: `**.md` has no anchor'],
  [
    `a: &a [${'x,'.repeat(20)}]\nb: &b [${'*a,'.repeat(20)}]\nc: [${'*b,'.repeat(20)}]`,
    'the aliases of the file expand to',
  ],
  ['limits:\n\tsteps: 3', 'line 2, column 1: a tab indents this line; use spaces'],
  ['base: main\n  model: a/b', 'line 1, column 7: the indentation is wrong'],
  ['model: anthropic: claude', 'line 1, column 8: the indentation is wrong, or a value that contains `: `'],
  ['setup: [npm ci\nbase: main', 'a closing `]` is missing'],
  ['limits: { steps: 3\nbase: main', 'a closing `}` is missing'],
  ['base: "main', 'line 1, column 12: a quote, a comma'],
  ['base: "a\\d"', 'line 1, column 9: this escape is unknown'],
  ['base: @a', 'line 1, column 7: this character cannot start a value'],
  ['base: "a" b', 'line 1, column 11: this text is not expected here'],
  [
    'paths: { allow: [docs/**, !docs/private/**] }',
    'line 1, column 27: put text that starts with `!` in quotes',
  ],
  ['instructions:\n  - !AGENTS.md', 'line 2, column 5: put text that starts with `!` in quotes'],
  ['base: !branch main', 'line 1, column 7: put text that starts with `!` in quotes'],
  [
    'mcp: [{ name: a, url: "https://a.example/", tools: [a b] }]',
    'line 1, column 53: mcp[0].tools[0] must be the name of a tool: 1 to 128 letters, digits, `.`, `_`, `-` or `/`',
  ],
  ['checks:\n  - echo a: b', `line 2, column 5: ${COLON}`],
  ['checks: [{ run: a, time out: 5 }]', `line 1, column 20: checks[0]["time out"] is not a setting`],
  ['draft: "true"', 'line 1, column 8: draft must be true or false, without quotes'],
  ['max-files: "20"', 'max-files must be a whole number from 1 to 10,000, without quotes'],
  ['limits: { minutes: "5" }', 'limits.minutes must be a number above 0, up to 360, without quotes'],
  ['limits:\n\u00a0\u00a0steps: 5', 'line 2, column 1: "\\u00a0\\u00a0steps" is not a setting'],
  ['limits: { "st\u200beps": 5 }', 'line 1, column 11: limits["st\\u200beps"] is not a setting'],
  ['draft: true\n\ufeffbase: main', 'line 2, column 1: "\\ufeffbase" is not a setting: did you mean base?'],
  ['limits: {}\nsteps: 5', 'line 2, column 1: steps is not a setting: did you mean limits.steps?'],
  ['alow: [docs/**]', 'line 1, column 1: alow is not a setting: did you mean paths.allow?'],
  [': true', 'line 1, column 1: a key must be text'],
  ['base: ma\0in', 'line 1, column 9: this character is not valid UTF-8 text'],
  ['draft: true\nbase: ma\uFFFDn', 'line 2, column 9: this character is not valid UTF-8 text'],
])('%j is refused with its place', (text, problem) => {
  expect(problemsOf(text).join('\n')).toContain(problem)
})

test('all YAML errors are reported, not only the first', () => {
  const problems = problemsOf('draft: true\ndraft: false\nmax-files: 1\nmax-files: 2\n')
  expect(problems).toEqual([
    'line 2, column 1: the key `draft` is already set above',
    'line 4, column 1: the key `max-files` is already set above',
  ])
  expect(problemsOf('base: main\n  model: a/b\n  effort: low\n')).toHaveLength(2)
})

test('errors of YAML and mistakes in values are told together', () => {
  const text = `draft: "yes"
limits:
\tsteps: 0
max-files: many
paths: { allow: *.md }
base: a..b
model: gpt
model: gpt
setup: [npm ci]
extra: "a" b
base2: c
`
  expect(problemsOf(text)).toEqual([
    'line 1, column 8: draft must be true or false',
    'line 3, column 1: a tab indents this line; use spaces',
    'line 4, column 12: max-files must be a whole number from 1 to 10,000',
    'line 5, column 17: `*.md` has no anchor above it; put text that starts with `*` in quotes',
    'line 6, column 7: base must be a branch name that Git accepts: it contains `..`',
    expect.stringContaining('line 7, column 8: model must be provider/model'),
    'line 8, column 1: the key `model` is already set above',
    'line 10, column 12: this text is not expected here; indent it below its key, quote it or delete it',
    'line 11, column 1: base2 is not a setting: did you mean base?',
  ])
})

/** A parser guesses what the text around an error means, so nothing is told about the values there. */
test.each([
  ['limits:\n\tsteps: 3\ndraft: true', 1],
  ['checks: [npm test\nsetup: [npm ci]\n', 1],
  ['base: main\n  model: a/b\n  effort: low\n', 2],
  ['checks: npm: test\nsetup: [npm ci]', 1],
  ['model anthropic/claude\ndraft: true', 1],
  ['- draft\nbase: main', 1],
  ['base: "main\ndraft: yes', 1],
  ['limits: { steps: 0\ndraft: 5', 1],
  ['draft: true\n---\ndraft: 5', 1],
  ['paths: { allow: &a [ "docs ] }\ninstructions: *a', 1],
])('an error of YAML causes no second report: %j', (text, count) => {
  expect(problemsOf(text)).toHaveLength(count)
})

test.each([
  ['my branch', 'it contains a space'],
  ['topic/', 'it ends with `/`'],
  ['HEAD', 'Git uses `HEAD` for the current commit'],
  ['a.lock', 'a part of it ends with `.lock`'],
])('the base %j is refused as no branch name', (name, why) => {
  expect(problemsOf(`draft: true\nbase: ${name}`)).toEqual([
    `line 2, column 7: base must be a branch name that Git accepts: ${why}`,
  ])
})

/** A server of another version may not hold to them. */
test('an unknown field that could be a restriction of a later version is reported as one', () => {
  expect(problemsOf('max-deletions: 5')).toEqual([
    'line 1, column 1: max-deletions is not a setting of this version, which cannot enforce it if it is a restriction: delete it, or upgrade Prentice',
  ])
})

test('control characters for a terminal are escaped', () => {
  expect(problemsOf('limits: { "\\e[31mred\\u202e": 1 }')).toEqual([
    'line 1, column 11: limits["\\u001b[31mred\\u202e"] is not a setting: use one of steps, minutes, cost-usd, tokens',
  ])
})

test('the first 20 of hundreds of mistakes are listed, with the number of the others', () => {
  const unknown = Array.from({ length: 300 }, (_, at) => `key${at}: 1`).join('\n')
  const problems = problemsOf(unknown)
  expect([problems.length, problems[19], problems[20]]).toEqual([
    21,
    expect.stringContaining('line 20, column 1: key19 '),
    'and 280 more',
  ])
  const twice = Array.from({ length: 60 }, () => 'draft: true').join('\n')
  expect(problemsOf(twice).slice(20)).toEqual(['and 39 more'])
})

test('a file may have 64 KiB, however it is written', () => {
  expect(problemsOf(`# ${'é'.repeat(32_766)}\n`)).toEqual([])
  expect(problemsOf(`# ${'é'.repeat(32_767)}\n`)).toEqual(['the file is larger than 64 KiB'])
  expect(parseSettings([{ path: 'a.yml', text: null }])).toEqual({
    kind: 'invalid',
    path: 'a.yml',
    problems: ['it is larger than 64 KiB, or is a folder, a link or a submodule'],
  })
})

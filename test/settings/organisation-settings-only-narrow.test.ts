import fc from 'fast-check'
import ignore from 'ignore'
import { expect, test } from 'vitest'
import { applyOrganisation } from '../../src/settings/apply-organisation.ts'
import { parseOrganisationSettings } from '../../src/settings/organisation-settings.ts'
import { parseSettings } from '../../src/settings/parse-settings.ts'
import { resolvePublishRules } from '../../src/settings/resolve-rules.ts'
import type { Settings } from '../../src/settings/schema.ts'
import { assertProperty } from '../support/random.ts'
import { settingsFile } from '../support/settings-file.ts'

test.each<[string, Settings, Settings, Settings]>([
  ['nothing', {}, { draft: true, limits: { steps: 5 } }, { draft: true, limits: { steps: 5 } }],
  [
    'a default',
    { model: 'openai/a', effort: 'low' },
    { model: 'openai/b' },
    { model: 'openai/b', effort: 'low' },
  ],
  [
    'a lower limit',
    { limits: { steps: 10, minutes: 5 } },
    { limits: { steps: 50 } },
    { limits: { steps: 10, minutes: 5 } },
  ],
  [
    'a higher limit',
    { limits: { 'cost-usd': 9 } },
    { limits: { 'cost-usd': 2 } },
    { limits: { 'cost-usd': 2 } },
  ],
  [
    'sizes',
    { 'max-files': 10, 'max-bytes': 5 },
    { 'max-files': 3, 'max-bytes': 9 },
    { 'max-files': 3, 'max-bytes': 5 },
  ],
  [
    'somebody else',
    { 'require-other-reviewer': true },
    { 'require-other-reviewer': false },
    { 'require-other-reviewer': true },
  ],
  ['signatures', { 'signed-commits': true }, { 'signed-commits': false }, { 'signed-commits': true }],
  ['drafts, which a request may ask for, too', { draft: true }, { draft: false }, { draft: false }],
  ['drafts by default', { draft: true }, {}, { draft: true }],
  ['hidden prompts', { 'show-prompt': false }, { 'show-prompt': true }, { 'show-prompt': false }],
  ['shown prompts', { 'show-prompt': true }, { 'show-prompt': false }, { 'show-prompt': false }],
  ['shown prompts by default', { 'show-prompt': true }, {}, { 'show-prompt': true }],
  [
    'no scripts',
    { 'executable-scripts': false },
    { 'executable-scripts': true },
    { 'executable-scripts': false },
  ],
  ['no commands', { commands: 'off' }, { commands: 'on' }, { commands: 'off' }],
  [
    'plans first',
    { triggers: { plan: 'first' } },
    { triggers: { plan: ['big'] } },
    { triggers: { plan: 'first' } },
  ],
  [
    'plans first here',
    { triggers: { plan: ['big'] } },
    { triggers: { plan: 'first' } },
    { triggers: { plan: 'first' } },
  ],
  ['held CI', { ci: 'hold' }, { ci: 'run' }, { ci: 'hold' }],
  ['held CI here', { ci: 'run' }, { ci: 'hold' }, { ci: 'hold' }],
  [
    'no work on conflicts',
    { 'on-conflict': 'ignore' },
    { 'on-conflict': 'update' },
    { 'on-conflict': 'ignore' },
  ],
  [
    'no work on failed checks',
    { 'on-ci-failure': 'ignore' },
    { 'on-ci-failure': 'fix', 'ci-checks': [{ workflow: '.github/workflows/test.yml' }] },
    { 'on-ci-failure': 'ignore', 'ci-checks': [{ workflow: '.github/workflows/test.yml' }] },
  ],
  ['no commands here', { commands: 'on' }, { commands: 'off' }, { commands: 'off' }],
  [
    'no comments',
    { triggers: { comments: false } },
    { triggers: { comments: true } },
    { triggers: { comments: false } },
  ],
  [
    'texts of writers',
    { triggers: { conversation: 'writers', reviews: 'mention' } },
    { triggers: { conversation: 'everyone', reviews: 'all' } },
    { triggers: { conversation: 'writers', reviews: 'mention' } },
  ],
  [
    'texts of everyone',
    { triggers: { conversation: 'everyone' } },
    { triggers: { conversation: 'writers' } },
    { triggers: { conversation: 'writers' } },
  ],
  [
    'labels',
    { triggers: { labels: ['a', 'b'] } },
    { triggers: { labels: ['b', 'c'] } },
    { triggers: { labels: ['b'] } },
  ],
  [
    'teams and bots',
    { triggers: { teams: ['acme/Docs', 'acme/api'], bots: ['renovate'] } },
    { triggers: { teams: ['acme/docs', 'acme/all'], bots: ['x', 'Renovate'] } },
    { triggers: { teams: ['acme/docs'], bots: ['Renovate'] } },
  ],
  ['teams and bots are no default', { triggers: { teams: ['acme/a'], bots: ['x'] } }, {}, { triggers: {} }],
  [
    'teams without a word of the organisation',
    { triggers: { comments: true } },
    { triggers: { teams: ['acme/a'] } },
    { triggers: { comments: true, teams: ['acme/a'] } },
  ],
  ['labels by default', { triggers: { labels: ['a'] } }, {}, { triggers: { labels: ['a'] } }],
  [
    'pull-request',
    { 'pull-request': { branch: 'agent/{id}', labels: ['agent'] } },
    { 'pull-request': { labels: ['docs'] } },
    { 'pull-request': { branch: 'agent/{id}', labels: ['docs'] } },
  ],
  [
    'feedback',
    { feedback: { comment: false } },
    { feedback: { 'check-run': false } },
    { feedback: { comment: false, 'check-run': false } },
  ],
  ['commands of the repository', {}, { setup: ['a'], checks: ['b'] }, { setup: ['a'], checks: ['b'] }],
  ['paths', { paths: { allow: ['docs/**'] } }, {}, { paths: { allow: ['docs/**'] } }],
  [
    'a folder',
    { paths: { allow: ['docs/**', '*.md'] } },
    { paths: { allow: ['docs/api/*.md', '*.md', 'src/**', 'docs/', 'docs/../src/**'] } },
    { paths: { allow: ['docs/api/*.md', '*.md'] } },
  ],
  [
    'a folder anywhere, spelled as one that is longer',
    { paths: { allow: ['docs/**'] } },
    { paths: { allow: ['docs/ ', 'docs/\r', 'docs//', 'docs/a/'] } },
    { paths: { allow: ['docs/a/'] } },
  ],
  [
    'other paths',
    { paths: { allow: ['docs/**'] } },
    { paths: { allow: ['src/**', '!docs/a'] } },
    { paths: { allow: ['!**'] } },
  ],
  [
    'exclusions',
    { paths: { allow: ['docs/**', '*.md', '!docs/a.md'] } },
    { paths: { allow: ['docs/a.md', '*.md', '!x.md'] } },
    { paths: { allow: ['*.md', '!docs/a.md', '!x.md'] } },
  ],
  [
    'protected paths',
    { paths: { unprotect: ['AGENTS.md'] } },
    { paths: { unprotect: ['AGENTS.md', '.github/**'] } },
    { paths: { unprotect: ['AGENTS.md'] } },
  ],
  [
    'protected paths that the organisation excludes',
    { paths: { unprotect: ['.vscode/**', '.idea/**', '!.vscode/tasks.json'] } },
    { paths: { unprotect: ['.vscode/**', '.vscode/tasks.json', '!.vscode/launch.json'] } },
    { paths: { unprotect: ['.vscode/**', '!.vscode/tasks.json', '!.vscode/launch.json'] } },
  ],
  [
    'protected paths that the repository excludes',
    { paths: { unprotect: ['.vscode/**'] } },
    { paths: { unprotect: ['.vscode/*.json', '!.vscode/tasks.json'] } },
    { paths: { unprotect: ['.vscode/*.json', '!.vscode/tasks.json'] } },
  ],
  [
    'other protected paths',
    { paths: { unprotect: ['.vscode/**', '!.vscode/tasks.json'] } },
    { paths: { unprotect: ['.github/**', '!.idea/a'] } },
    { paths: { unprotect: [] } },
  ],
  [
    'no protected paths',
    { paths: { unprotect: [] } },
    { paths: { unprotect: ['.idea/**'] } },
    { paths: { unprotect: [] } },
  ],
  ['protected paths are no default', { paths: { unprotect: ['AGENTS.md'] } }, {}, { paths: {} }],
])('%s', (_, organisation, repository, expected) => {
  expect(applyOrganisation(organisation, repository)).toEqual(expected)
})

test.each(['allow', 'unprotect'] as const)(
  'no glob of a repository widens `%s` of its organisation',
  (key) => {
    const glob = fc.constantFrom(
      ...[
        'docs/**',
        '/docs/**',
        'docs/',
        'docs',
        'docs/*',
        'docs/a/**',
        'docs/a/',
        '*.md',
        '**',
        '/a.md',
        'src/**',
      ],
      ...[
        '!docs/a/**',
        '!docs/a/x.md',
        '!*.md',
        'docs/../src/**',
        'docs/a/x.md',
        'src/docs/x.md',
        '**/x.md',
        '!docs/',
        'docs/ ',
        'docs/a ',
        'docs//',
      ],
    )
    const globs = fc.array(glob, { maxLength: 4 })
    const path = fc.constantFrom(
      ...[
        'docs/x.md',
        'docs/a/x.md',
        'docs/a/y.txt',
        'src/docs/x.md',
        'src/docs/a/y.txt',
        'a.md',
        'src/a.ts',
        'x.md',
        'docs',
      ],
    )
    // As the action reads them. Its policy compiles all protected paths, too, which takes milliseconds.
    const isAllowed = (settings: Settings, at: string): boolean => {
      const { allowedPaths, unprotectedPaths } = resolvePublishRules(settings)
      if (key === 'allow' && allowedPaths.length === 0) return true
      return ignore({ ignoreCase: false })
        .add(key === 'allow' ? allowedPaths : unprotectedPaths)
        .ignores(at)
    }
    assertProperty(
      fc.property(globs, globs, path, (own, theirs, at) => {
        const organisation = { paths: { [key]: own } }
        const repository = { paths: { [key]: theirs } }
        if (!isAllowed(applyOrganisation(organisation, repository), at)) return
        expect([isAllowed(organisation, at), isAllowed(repository, at)]).toEqual([true, true])
      }),
      { numRuns: 5_000 },
    )
  },
)

/** A file with one budget that has this key in addition, or in place of its own. */
function budget(line: string): string {
  const own = ['name: a', 'repositories: [a]', 'usd-per-month: 1']
  const [key = ''] = line.split(':')
  return `budgets: [{ ${[...own.filter((one) => !one.startsWith(`${key}:`)), line].join(', ')} }]`
}

test('an organisation can hold CI, and forbid work that no person asked for', () => {
  const text = 'ci: hold\non-conflict: ignore\non-ci-failure: ignore\n'
  expect(parseOrganisationSettings(text)).toMatchObject({ kind: 'valid' })
})

test('a team is one of an organisation, not a place in the API', () => {
  const problems = (team: string) => parseSettings(settingsFile(`triggers: { teams: [${team}] }`)).kind
  expect(['acme/docs', 'acme/a.b', 'acme/..', 'acme/.'].map(problems)).toEqual([
    ...['valid', 'valid', 'invalid', 'invalid'],
  ])
})

test('budgets belong to the organisation alone', () => {
  const text = budget('warn-at: 50')
  expect(parseOrganisationSettings(text)).toMatchObject({ kind: 'valid' })
  expect(parseSettings(settingsFile(`draft: 2\n${text}`))).toMatchObject({
    kind: 'invalid',
    problems: [
      'line 1, column 8: draft must be true or false',
      'line 2, column 1: budgets belongs to the settings of the organisation: prentice.yml in its repository .github',
    ],
  })
})

test.each([
  [
    'setup',
    'setup: [npm ci]\nchecks: [npm test]\n',
    'setup is a setting of single repositories, not of an organisation',
  ],
  ['checks', 'checks: [npm test]\n', 'checks is a setting of single repositories, not of an organisation'],
  [
    'instructions',
    'instructions: [A.md]\n',
    'instructions is a setting of single repositories, not of an organisation',
  ],
  ['base', 'base: main\n', 'base is a setting of single repositories, not of an organisation'],
  ['an unknown key', 'mcp-servers: []\n', 'mcp-servers is not a setting of this version'],
  [
    'a nameless budget',
    'budgets: [{ repositories: [a], usd-per-month: 1 }]',
    'budgets[0].name must be 1 to 50',
  ],
  [
    'a budget of no repository',
    budget('repositories: []'),
    'budgets[0].repositories must have at least one glob',
  ],
  ['a free budget', budget('usd-per-month: 0'), 'must be a number above 0, up to 1,000,000'],
  ['a warning at 0 %', budget('warn-at: 0'), 'budgets[0].warn-at must be a whole number from 1 to 100'],
  ['a budget of a day', budget('usd-per-day: 1'), 'budgets[0].usd-per-day is not a setting'],
  ['a budget with a slash', budget('name: a/b'), 'budgets[0].name must be 1 to 50 letters, digits, - or _'],
  [
    'two budgets of one name',
    'budgets: [{ name: a, repositories: [a], usd-per-month: 1 }, { name: a, repositories: [b], usd-per-month: 2 }]',
    'budgets must have a different name for each budget',
  ],
  ['a redirection of the runners', 'runner-repository: acme/evil\n', 'runner-repository is not a setting'],
  [
    'what other repositories may read',
    'readers: [acme/evil]\n',
    'readers is a setting of single repositories, not of an organisation',
  ],
  [
    'what the agent reads',
    'context: [acme/secret]\n',
    'context is a setting of single repositories, not of an organisation',
  ],
  [
    'what the agent asks',
    'mcp: [{ name: a, url: "https://a/", tools: [b] }]\n',
    'mcp is a setting of single repositories, not of an organisation',
  ],
  [
    'who is told of jobs',
    'notify: [{ webhook: a }]\n',
    'notify is a setting of single repositories, not of an organisation',
  ],
  ['a wrong value', 'limits: { steps: 0 }\n', 'limits.steps must be a whole number'],
])('%s in the file of an organisation is refused', (_, text, why) => {
  const parsed = parseOrganisationSettings(text)
  expect(parsed).toMatchObject({ kind: 'invalid', path: 'prentice.yml' })
  const problems = parsed.kind === 'invalid' ? parsed.problems : []
  expect(problems).toContainEqual(expect.stringContaining(why))
  for (const problem of problems) expect(problem).toMatch(/^line [12], column \d+: /)
})

test('an empty file and a large one', () => {
  expect(parseOrganisationSettings('')).toEqual({ kind: 'valid', settings: {} })
  expect(parseOrganisationSettings(null)).toMatchObject({ kind: 'invalid' })
})

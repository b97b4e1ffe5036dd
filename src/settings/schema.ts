import { z } from 'zod'
import { whyNoBranchName } from '../contract/branch-name.ts'
import { whyNoWorkingDirectory } from '../contract/job.ts'
import { Effort } from '../contract/model.ts'
import {
  botName,
  branchPattern,
  ciChecks,
  fallbackModels,
  MAX_WATCHED,
  mcpServers,
  modelName,
  notified,
  repositoryName,
  reviewer,
  teamName,
  Watched,
} from './section-types.ts'
import {
  fromRoot,
  listOf,
  mapOf,
  positiveNumber,
  printedText,
  text,
  trueOrFalse,
  wholeNumber,
} from './value-types.ts'

const paths = (what: string) => listOf(fromRoot(300, 'a path or glob'), 200, what)

const Command = z.union(
  [
    printedText(4000, 'a command'),
    mapOf(
      {
        run: printedText(4000, 'a command').describe(
          'The command. `sh -e` runs it in the root of the checkout.',
        ),
        name: printedText(100, 'a name').optional().describe('Its name in the pull request.'),
        'timeout-minutes': positiveNumber(60).optional().describe('Default: 10.'),
      },
      '; a command that contains `: ` needs quotes',
    ),
  ],
  { error: 'must be a command, or a map of run, name, timeout-minutes' },
)
const Commands = listOf(Command, 20, 'commands')

/** What `whyNoBranchName` demands, as JSON Schema says it. */
const BRANCH_NAME =
  '^(?!HEAD$)(?![-/.])(?!.*(?:\\.\\.|@\\{|//|/\\.|\\.lock(?:/|$)|[./]$))[^\\u0000-\\u0020\\u007f-\\u009f~^:?*[\\\\]+$'

/** What `needsChecks` demands, as JSON Schema says it. */
const SOME_CHECKS = { required: ['checks'], properties: { checks: { minItems: 1 } } }
const CHECKS_OR_COMMANDS = { anyOf: [SOME_CHECKS, { properties: { commands: { const: 'on' } } }] }

/** `.github/prentice.yml`. docs/prentice.schema.json is generated from it: `npm run describe`. */
export const Settings = mapOf({
  base: text(255, 'a branch name')
    .refine((name) => whyNoBranchName(name) === null, {
      error: ({ input }) => `must be a branch name that Git accepts: ${whyNoBranchName(String(input))}`,
    })
    .meta({ pattern: BRANCH_NAME })
    .optional()
    .describe('Branch where work starts and where the pull request goes. Default: the default branch.'),
  model: modelName().optional().describe('The model, as provider/model. Default: the model of the server.'),
  'fallback-models': fallbackModels()
    .optional()
    .describe(
      'Up to three models that continue, in this order, where the model is down, out of quota or retired. They get the same files. Default: none.',
    ),
  effort: Effort.optional().describe("Reasoning effort of the model. Default: the model's own."),
  'working-directory': text(500, 'a path')
    .refine((path) => whyNoWorkingDirectory(path) === null, {
      error: ({ input }) => `must be the path of a folder: ${whyNoWorkingDirectory(String(input))}`,
    })
    .optional()
    .describe('Folder in which the agent works. Default: the root of the repository.'),
  draft: trueOrFalse().optional().describe('Open pull requests as drafts.'),
  'show-prompt': trueOrFalse()
    .optional()
    .describe('Quote the prompt in the pull request even if the repository is public.'),
  feedback: mapOf({
    comment: trueOrFalse()
      .optional()
      .describe('Answer a request on an issue or pull request with a comment. Default: true.'),
    'check-run': trueOrFalse()
      .optional()
      .describe('Show a check run on the commits of pull requests. Default: true.'),
  })
    .optional()
    .describe('What is shown on GitHub.'),
  'pull-request': mapOf({
    branch: branchPattern()
      .optional()
      .describe(
        'Name of working branches: ends with {id}, and may contain {issue} and {date}. Default: prentice/{id}.',
      ),
    'assign-requester': trueOrFalse()
      .optional()
      .describe('Assign the pull request to who asked for it on GitHub. Default: true.'),
    labels: listOf(text(50, 'a label'), 20, 'labels').optional().describe('Labels of new pull requests.'),
    'delete-branch': z
      .enum(['never', 'merged', 'closed'], { error: 'must be never, merged or closed' })
      .optional()
      .describe('Delete the working branch when its pull request was merged, or merged or closed.'),
    reviewers: listOf(reviewer(), 15, 'reviewers')
      .optional()
      .describe('Who is asked to review new pull requests: logins, and teams as organisation/team.'),
  })
    .optional()
    .describe('Pull requests of Prentice.'),
  'require-other-reviewer': trueOrFalse()
    .optional()
    .describe(
      'Show a check on every pull request that passes one of Prentice only when a writer who sent no prompt has approved its head.',
    ),
  'archive-on-close': trueOrFalse()
    .optional()
    .describe('Archive the job when its pull request is merged or closed.'),
  triggers: mapOf({
    comments: trueOrFalse()
      .optional()
      .describe('Whether mentions of the App and labels start work. Default: true.'),
    labels: listOf(text(50, 'a label'), 20, 'labels')
      .optional()
      .describe('Labels that start work on an issue. Default: prentice.'),
    reviews: z
      .enum(['mention', 'all'], { error: 'must be mention or all' })
      .optional()
      .describe('Reviews of its pull requests that it follows: those that mention it (default), or all.'),
    'pull-requests': z
      .enum(['own', 'all'], { error: 'must be own or all' })
      .optional()
      .describe(
        'Pull requests on which work can start: those of Prentice (default), or all whose branch is in the repository.',
      ),
    plan: z
      .union([z.literal('first'), listOf(text(50, 'a label'), 20, 'labels')], {
        error: 'must be first, or a list of labels',
      })
      .optional()
      .describe(
        'What starts with a plan, which somebody approves: everything that is asked for on GitHub (first), or what these of `labels` start. Default: nothing.',
      ),
    conversation: z
      .enum(['writers', 'everyone'], { error: 'must be writers or everyone' })
      .optional()
      .describe(
        'Whose issues and comments the agent reads: of people with write access (default), or of everyone.',
      ),
    'issue-text': z
      .enum(['writers', 'everyone'], { error: 'must be writers or everyone' })
      .optional()
      .describe('The earlier name of conversation.'),
    teams: listOf(teamName(), 10, 'teams')
      .optional()
      .describe(
        'Teams of the organisation whose members may ask without write access, as organisation/team.',
      ),
    bots: listOf(botName(), 10, 'bots')
      .optional()
      .describe('GitHub Apps whose bots may ask, and through which people may write their comments.'),
  })
    .optional()
    .describe('How people start work on issues and pull requests.'),
  watch: listOf(Watched, MAX_WATCHED, 'watched repositories')
    .optional()
    .describe('Other repositories whose merges start work here.'),
  context: listOf(repositoryName(), 10, 'repositories')
    .optional()
    .describe('Other repositories of the same account that the agent may read, as owner/name.'),
  mcp: mcpServers()
    .optional()
    .describe('MCP servers that the agent may ask, over https and with read-only tools.'),
  readers: listOf(repositoryName(), 20, 'repositories')
    .optional()
    .describe('Repositories of the same account whose runs may read this one, as owner/name.'),
  'on-ci-failure': z
    .enum(['ignore', 'fix'], { error: 'must be ignore or fix' })
    .optional()
    .describe(
      'Whether the agent is told of failed checks of its pull request, with their logs. Default: ignore.',
    ),
  'ci-checks': ciChecks()
    .optional()
    .describe('The workflows, and the Apps, whose failed checks `on-ci-failure` sends to the agent.'),
  'ci-rounds': wholeNumber(1, 10)
    .optional()
    .describe('How many times in a row `on-ci-failure` and `on-conflict` start work. Default: 2.'),
  'on-conflict': z
    .enum(['ignore', 'update'], { error: 'must be ignore or update' })
    .optional()
    .describe('Whether a pull request that conflicts with its base is brought up to date. Default: ignore.'),
  ci: z
    .enum(['run', 'hold'], { error: 'must be run or hold' })
    .optional()
    .describe(
      'Whether CI runs on commits that the agent made after it had read untrusted text. Default: run.',
    ),
  notify: notified()
    .optional()
    .describe('Webhooks of the server, by name, that are told of the jobs of this project.'),
  limits: mapOf({
    steps: wholeNumber(1, 1000).optional().describe('Most calls of the model in a run.'),
    minutes: positiveNumber(360).optional().describe('Most minutes of a run.'),
    'cost-usd': positiveNumber(1000).optional().describe('Most US dollars of a run.'),
    tokens: wholeNumber(1000, 1_000_000_000)
      .optional()
      .describe('Most tokens that the model of a run reads and writes, cached ones included.'),
  })
    .optional()
    .describe('Limits of a run.'),
  paths: mapOf({
    allow: paths('globs')
      .optional()
      .describe('Only these paths may change. Default: all that are not protected.'),
    unprotect: paths('globs').optional().describe('Protected paths that may change.'),
  })
    .optional()
    .describe('Globs as in .gitignore.'),
  'max-files': wholeNumber(1, 10_000).optional().describe('Most changed files. Default: 200.'),
  'max-bytes': wholeNumber(1, 100_000_000)
    .optional()
    .describe('Largest total size of the changed files. Default: 5,000,000.'),
  'signed-commits': trueOrFalse()
    .optional()
    .describe('Make commits through the API of GitHub, which signs them.'),
  'executable-scripts': trueOrFalse()
    .optional()
    .describe('Let the agent make scripts executable if the prompt asks for it.'),
  instructions: listOf(fromRoot(300, 'a path'), 20, 'paths')
    .optional()
    .describe('Files that the agent must follow. Default: AGENTS.md, CLAUDE.md and others.'),
  setup: Commands.optional().describe('Commands that run before the agent, with network access.'),
  commands: z
    .enum(['on', 'off'], { error: 'must be on or off' })
    .optional()
    .describe('Whether the agent may run commands, isolated and without network access. Default: on.'),
  checks: Commands.optional().describe(
    'Commands that run on the change, isolated and without network access.',
  ),
  'check-rounds': wholeNumber(0, 10)
    .optional()
    .describe('How often failures are sent back to the model. Default: 3.'),
  'draft-on-failed-checks': trueOrFalse()
    .optional()
    .describe('Open the pull request as a draft if a check fails. Default: true.'),
  'test-evidence': trueOrFalse()
    .optional()
    .describe('Also run the checks without the change, to see whether its tests fail there. Default: true.'),
  tests: paths('globs')
    .optional()
    .describe('Test files, for `test-evidence`. Default: the usual names and folders of tests.'),
})
  .refine(isSetupUsed, unused('setup', 'has no effect without `checks` where `commands` is off'))
  .refine(
    ({ 'on-ci-failure': on, 'ci-checks': named }) => on === undefined || named !== undefined,
    unused('on-ci-failure', 'has no effect without `ci-checks`, which names the checks'),
  )
  .refine(needsChecks('check-rounds'), unused('check-rounds'))
  .refine(needsChecks('draft-on-failed-checks'), unused('draft-on-failed-checks'))
  .refine(needsChecks('test-evidence'), unused('test-evidence'))
  .refine(needsChecks('tests'), unused('tests'))
  .refine(({ model, 'fallback-models': others = [] }) => model === undefined || !others.includes(model), {
    path: ['fallback-models'],
    error: 'names the `model`, which cannot continue in its own place',
  })
  .meta({
    dependencies: {
      setup: CHECKS_OR_COMMANDS,
      'on-ci-failure': ['ci-checks'],
      'check-rounds': SOME_CHECKS,
      'draft-on-failed-checks': SOME_CHECKS,
      'test-evidence': SOME_CHECKS,
      tests: SOME_CHECKS,
    },
  })
export type Settings = z.infer<typeof Settings>

type NeedsChecks = 'check-rounds' | 'draft-on-failed-checks' | 'test-evidence' | 'tests'

function isSetupUsed(file: { [key in 'setup' | 'checks' | 'commands']?: unknown }): boolean {
  return file.commands !== 'off' || isUseful(file.setup, file.checks)
}

function needsChecks(key: NeedsChecks): (file: { [key in NeedsChecks | 'checks']?: unknown }) => boolean {
  return ({ checks, ...file }) => isUseful(file[key], checks)
}

const isUseful = (value: unknown, checks: unknown): boolean =>
  value === undefined || (checks !== undefined && !(Array.isArray(checks) && checks.length === 0))

/** Reported even if other keys have mistakes. */
function unused(key: NeedsChecks | 'setup' | 'on-ci-failure', error = 'has no effect without `checks`') {
  const isMap = ({ value }: { value: unknown }): boolean => typeof value === 'object' && value !== null
  return { path: [key], error, when: isMap }
}

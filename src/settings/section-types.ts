import { z } from 'zod'
import { MAX_FALLBACKS, MODEL_NAME, PROVIDERS } from '../contract/model.ts'
import { MAX_MCP_SERVERS } from '../contract/runner-protocol/assignment.ts'
import { WEBHOOK_EVENTS, WebhookEvent } from '../contract/webhook.ts'
import { whyNoBranchPattern } from './branch-pattern.ts'
import { listOf, mapOf, printedText, text, wholeNumber } from './value-types.ts'

const WORKFLOW = { error: 'must be the path of a workflow file, such as .github/workflows/test.yml' }

const globs = () => listOf(text(200, 'a glob'), 50, 'globs').min(1, { error: 'must have at least one glob' })

const ONE = 'must have either `workflow` or `app`, `jobs` only with `workflow`, and `names` only with `app`'

/**
 * A check of GitHub Actions, named by its file, since anybody who can run a workflow can choose its name; or of another
 * GitHub App, named by its id, which nobody else can have.
 */
const CiCheck = mapOf({
  workflow: z
    .string(WORKFLOW)
    .regex(/^\.github\/workflows\/[^/\s]{1,200}\.ya?ml$/, WORKFLOW)
    .optional()
    .describe('Path of the workflow file.'),
  jobs: globs().optional().describe('Only these jobs count: globs of their names. Default: all.'),
  app: wholeNumber(1, Number.MAX_SAFE_INTEGER)
    .optional()
    .describe('Numeric ID of a GitHub App other than GitHub Actions, whose check runs count.'),
  names: globs()
    .optional()
    .describe('Only these check runs of the App count: globs of their names. Default: all.'),
})
  .refine(
    ({ workflow, jobs, app, names }) =>
      workflow === undefined
        ? app !== undefined && jobs === undefined
        : app === undefined && names === undefined,
    { error: ONE },
  )
  .meta({
    oneOf: [{ required: ['workflow'] }, { required: ['app'] }],
    dependencies: { jobs: ['workflow'], names: ['app'] },
  })

export const ciChecks = () => listOf(CiCheck, 20, 'checks').min(1, { error: 'must have a check' })

const MODEL = `must be provider/model, with one of the providers ${PROVIDERS.join(', ')}`

export const modelName = () =>
  z
    .string({ error: MODEL })
    .max(200, { error: 'must have at most 200 characters' })
    .regex(MODEL_NAME, { error: MODEL })

export const fallbackModels = () =>
  listOf(modelName(), MAX_FALLBACKS, 'models')
    .refine((names) => new Set(names).size === names.length, { error: 'names a model twice' })
    .meta({ uniqueItems: true })

const TEAM = 'must be a team as organisation/team'

/** The team by its slug, as in the address of its page. With `..`, a request would ask about the organisation. */
export const teamName = () =>
  z.string({ error: TEAM }).regex(/^[A-Za-z0-9-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, { error: TEAM })

const BOT = 'must be the name of a GitHub App as in the address of its page, without [bot]'

export const botName = () => z.string({ error: BOT }).regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/, { error: BOT })

const NAME = { error: 'must be 1 to 20 letters, digits, - or _' }
const URL_RULE = { error: 'must be an https:// URL with the name of a host, without a user or #' }
const TOOL = { error: 'must be the name of a tool: 1 to 128 letters, digits, `.`, `_`, `-` or `/`' }

/** A host has a name, so that its certificate says who it is. */
const ADDRESS = /^https:\/\/(?!\[)(?![\d.]+(?:[:/?]|$))[^@#\s]+$/

/** `0x7f.1` is also an IP address. */
const hasName = (text: string): boolean => /[^\d.]/.test(URL.parse(text)?.hostname ?? '')

const Server = mapOf({
  name: z
    .string(NAME)
    .regex(/^[A-Za-z0-9_-]{1,20}$/, NAME)
    .describe('What the agent and the log call the server.'),
  url: z
    .string(URL_RULE)
    .max(500, URL_RULE)
    .regex(ADDRESS, URL_RULE)
    .refine(hasName, URL_RULE)
    .describe('Its endpoint for streamable HTTP.'),
  tools: listOf(z.string(TOOL).regex(/^[\w./-]{1,128}$/, TOOL), 20, 'tools')
    .min(1, { error: 'must name at least one tool' })
    .describe('The tools that the agent may call. They must be marked read-only.'),
})

export const mcpServers = () =>
  listOf(Server, MAX_MCP_SERVERS, 'servers').refine(
    (servers) => new Set(servers.map(({ name }) => name.toLowerCase())).size === servers.length,
    { error: 'must have a different name for each server' },
  )

const Notify = mapOf({
  webhook: text(100, 'the name of a webhook').describe(
    'Name of a webhook of the server that covers the project and was created for projects that name it.',
  ),
  events: listOf(WebhookEvent, WEBHOOK_EVENTS.length, 'events')
    .min(1, { error: 'must have at least one event' })
    .optional()
    .describe('Of the events that the webhook sends, only these. Default: all of them.'),
})

export const notified = () =>
  listOf(Notify, 20, 'webhooks').refine(
    (named) => new Set(named.map(({ webhook }) => webhook)).size === named.length,
    { error: 'must name each webhook once' },
  )

const REPOSITORY = { error: 'must be a repository as owner/name' }

/** `owner/name`. The login of a managed user has an underscore. */
export const repositoryName = () =>
  z.string(REPOSITORY).regex(/^[\w-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, REPOSITORY)

const GROUP = { error: 'must be 1 to 50 letters, digits, - or _' }

export const MAX_WATCHED = 20

export const Watched = mapOf({
  repository: repositoryName().describe('The repository whose merges start work here, as owner/name.'),
  paths: listOf(text(300, 'a glob'), 50, 'globs')
    .min(1, { error: 'must have at least one glob' })
    .optional()
    .describe('Only merges that change these paths count. Default: all paths.'),
  prompt: printedText(10_000, 'a prompt').describe('What to do about the merged pull requests.'),
  group: z
    .string(GROUP)
    .regex(/^[A-Za-z0-9_-]{1,50}$/, GROUP)
    .optional()
    .describe('Merges of one group share a run and a pull request. Default: one group for each repository.'),
  'quiet-minutes': wholeNumber(1, 1440)
    .optional()
    .describe('Minutes without another merge before the run starts. Default: 10.'),
})
export type Watched = z.infer<typeof Watched>

const PATTERN =
  'must be a branch name of up to 100 characters that ends with {id}, such as prentice/{issue}-{id}'

/** With its placeholders replaced, Git must accept it. */
export const branchPattern = () =>
  z
    .string({ error: PATTERN })
    .max(100, { error: PATTERN })
    .refine((pattern) => whyNoBranchPattern(pattern) === null, { error: PATTERN })

const REVIEWER = 'must be a login, or a team as organisation/team'

export const reviewer = () =>
  z.string({ error: REVIEWER }).regex(/^[\w-]{1,100}(\/[\w.-]{1,100})?$/, { error: REVIEWER })

import { z } from 'zod'
import { ChecksPlan, CommandsPlan } from '../../contract/checks.ts'
import { Effort } from '../../contract/model.ts'
import { McpServer } from '../../contract/runner-protocol/assignment.ts'
import { DEFAULT_BRANCH_PATTERN } from '../../settings/branch-pattern.ts'
import type { Capability } from '../../settings/capabilities.ts'
import { MonthlyBudgetRecord } from '../records/job-schema.ts'
import type { KnownFields } from '../store/parse-records.ts'

/** How people start work on issues and pull requests. */
const Triggers = z.looseObject({
  comments: z.boolean(),
  labels: z.array(z.string()),
  reviews: z.enum(['mention', 'all']),
  issueText: z.enum(['writers', 'everyone']),
  // Absent from records of older servers.
  pullRequests: z.enum(['own', 'all']).default('own'),
  teams: z.array(z.string()).default([]),
  bots: z.array(z.string()).default([]),
})
export type TriggerSettings = KnownFields<z.infer<typeof Triggers>>

export const DEFAULT_TRIGGERS: TriggerSettings = {
  comments: true,
  labels: ['prentice'],
  reviews: 'mention',
  issueText: 'writers',
  pullRequests: 'own',
  teams: [],
  bots: [],
}

/** A repository whose merges start work. */
const Watch = z.looseObject({
  repository: z.string(),
  paths: z.array(z.string()),
  prompt: z.string(),
  group: z.string(),
  quietMinutes: z.int(),
})
export type Watch = KnownFields<z.infer<typeof Watch>>

/** The checks whose failure is sent to the agent. */
const CiFailures = z.looseObject({
  /** `jobs`: globs; empty: all. */
  checks: z.array(z.looseObject({ workflow: z.string(), jobs: z.array(z.string()) })),
  /** Apps by their id, with globs of the names of their check runs, empty: all. Absent: none. */
  apps: z.array(z.looseObject({ app: z.int(), names: z.array(z.string()) })).optional(),
  /** How often, until somebody sends a message. */
  rounds: z.int(),
})
export type CiFailures = KnownFields<z.infer<typeof CiFailures>>

/** The settings of a project as they are stored, with their defaults. */
export const ProjectConfig = z.looseObject({
  base: z.string().nullable(),
  model: z.string().nullable(),
  // Absent from records of older servers.
  effort: Effort.nullable().default(null),
  draft: z.boolean(),
  // Absent from records of older servers.
  workingDirectory: z.string().nullable().default(null),
  showPrompt: z.boolean(),
  archiveOnClose: z.boolean(),
  limits: z.looseObject({
    steps: z.int().nullable(),
    minutes: z.number().nullable(),
    costUsd: z.number().nullable(),
    // Absent from records of older servers.
    tokens: z.int().nullable().default(null),
  }),
  allowedPaths: z.array(z.string()),
  unprotectedPaths: z.array(z.string()),
  maxFiles: z.int(),
  maxBytes: z.int(),
  executableScripts: z.boolean().optional(),
  signedCommits: z.boolean().optional(),
  instructions: z.array(z.string()),
  // Absent from records of older servers.
  checks: ChecksPlan.nullable().default(null),
  /** Absent: the agent may run no commands but the checks, or a record of an older server. */
  commands: CommandsPlan.optional(),
  /** The lines of the file in which the commands of the checks stand; absent: there are none. */
  checkPlaces: z.looseObject({ path: z.string(), lines: z.array(z.int()) }).optional(),
  // Absent from records of older servers.
  pullRequest: z
    .looseObject({
      branch: z.string(),
      assignRequester: z.boolean(),
      labels: z.array(z.string()),
      reviewers: z.array(z.string()),
      deleteBranch: z.enum(['never', 'merged', 'closed']).default('never'),
    })
    .default({
      branch: DEFAULT_BRANCH_PATTERN,
      assignRequester: true,
      labels: [],
      reviewers: [],
      deleteBranch: 'never',
    }),
  feedback: z
    .looseObject({ comment: z.boolean(), checkRun: z.boolean() })
    .default({ comment: true, checkRun: true }),
  triggers: Triggers.default(DEFAULT_TRIGGERS),
  /** Repositories whose merges start work here; absent: none. */
  watch: z.array(Watch).optional(),
  /** Repositories, as `owner/name`, that the runs of this one read; absent: none. */
  context: z.array(z.string()).optional(),
  /** MCP servers that the runs of this one ask; absent: none. */
  mcp: z.array(McpServer).optional(),
  /** The checks whose failure is sent to the agent; absent: none. */
  ciFailures: CiFailures.optional(),
  /** Whether a conflict of a pull request with its base is resolved; absent: no. */
  updateOnConflict: z.looseObject({ rounds: z.int() }).optional(),
  /** Whether commits do not start CI that are made after reading what strangers wrote; absent: they do. */
  holdCi: z.literal(true).optional(),
  /** Repositories, as `owner/name`, whose runs may read this one; absent: none. */
  readers: z.array(z.string()).optional(),
  /** Webhooks of the account, by name, that are told of jobs; absent: none. */
  notify: z.array(z.looseObject({ webhook: z.string(), events: z.array(z.string()).optional() })).optional(),
  /** What the organisation switches off; absent: nothing. A newer server may know more. */
  off: z.array(z.custom<Capability>((name) => typeof name === 'string')).optional(),
  /** The budgets of the organisation that cover the repository; absent: none. */
  budgets: z.array(MonthlyBudgetRecord).optional(),
  /** Version of the organisation's settings that are part of these. */
  organisation: z.string().default(''),
  /** Keys of the file that have no effect. */
  warnings: z.array(z.string()).default([]),
})
export type ProjectConfig = KnownFields<z.infer<typeof ProjectConfig>>

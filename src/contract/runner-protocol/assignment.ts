import { z } from 'zod'
import { ChecksPlan, CommandsPlan } from '../checks.ts'
import { Mode } from '../job.ts'
import { Effort, MAX_FALLBACKS } from '../model.ts'
import { AssignedIssue, AttachedImage, Context, MAX_ATTACHED_IMAGES, Material, Source } from './material.ts'
import { Features, NumberedPrompt } from './protocol.ts'
import { PublishRules } from './publish.ts'
import { SavedPatch } from './result.ts'

/** The default token limit: more than a hundred large steps. */
export const DEFAULT_TOKENS = 10_000_000

export const Limits = z.object({
  steps: z.int().min(1),
  seconds: z.int().min(1),
  costUsd: z.number().positive(),
  /** Follows "its limit of 4 USD" in a sentence: which budget has only that left. Absent: the settings name the limit. */
  costBudget: z.string().max(300).optional(),
  /** Total of the tokens that the model reads and writes. Absent from an older app. */
  tokens: z.int().min(1).optional(),
})
export type Limits = z.infer<typeof Limits>

/** An instruction file from the default branch. */
export const Instruction = z.object({ path: z.string(), text: z.string() })
export type Instruction = z.infer<typeof Instruction>

/** Prompts and outcome of an earlier run of the same job. */
export const EarlierTurn = z.object({
  prompts: z.array(z.string()),
  outcome: z.string(),
  summary: z.string().nullable(),
})
export type EarlierTurn = z.infer<typeof EarlierTurn>

/**
 * The incomplete work of an earlier run of the same prompts, which ended because the quota of the model was used up, or with a
 * question.
 */
const UnfinishedWork = z.object({
  /** For `git apply`, in base64. */
  patch: z.string(),
  /** What that run had done, for the agent. Data: text that the agent read may have shaped it. */
  notes: z.string(),
})

export const CommitIdentity = z.object({ name: z.string(), email: z.string() })
export type CommitIdentity = z.infer<typeof CommitIdentity>

/** An MCP server that the agent may ask, from the settings of the project. */
export const McpServer = z.object({
  name: z.string().min(1).max(20),
  url: z.url(),
  /** The tools that the agent may call. */
  tools: z.array(z.string().min(1).max(128)).min(1),
})
export type McpServer = z.infer<typeof McpServer>

export const MAX_MCP_SERVERS = 5

/** Everything that a run needs. A repeated claim with the same secret gets the same response and a new fetch token. */
export const Assignment = z.object({
  /** Features of the server. */
  features: Features.optional(),
  run: z.string(),
  job: z.string(),
  number: z.int().min(1),
  repository: z.object({
    id: z.int(),
    owner: z.string(),
    name: z.string(),
    /** Web URL; `<url>.git` is the remote. */
    url: z.url(),
    private: z.boolean(),
  }),
  /** The branch that a new working branch starts from, and that the pull request targets. */
  base: z.string(),
  /** What names the base: the `ref` of the job, the settings of the project, or neither. Absent: the pull request alone. */
  baseFrom: z.enum(['job', 'config', 'default-branch']).optional(),
  /** The agent follows the instruction files of this branch, whatever the base. Absent: only those of the root. */
  defaultBranch: z.string().optional(),
  /** The working branch; it may exist already. */
  branch: z.string(),
  /**
   * The base is merged into the working branch, as part of the work. `alone`: the prompts ask for nothing else, so that
   * the agent is needed for conflicts only. `mergesWorkflows`: whether the server commits a merge whose base changes workflow
   * files, for which the App needs an optional permission; absent from an older app. Absent: it is not merged.
   */
  update: z.object({ alone: z.boolean(), mergesWorkflows: z.boolean().optional() }).optional(),
  /** The open pull request of an earlier turn. */
  pullRequest: z.object({ number: z.int().min(1), url: z.url() }).nullable(),
  prompts: z.array(NumberedPrompt).min(1),
  /** The agent reads and answers: the run changes nothing. Absent: it makes a change. */
  mode: Mode.optional(),
  /** JSON Schema that the output of the run must satisfy. Absent: none is asked for. */
  outputSchema: z.record(z.string(), z.unknown()).optional(),
  /** The agent may end the run with a question. Absent: it may not, or the action does not announce the feature. */
  questions: z.literal(true).optional(),
  /**
   * What the mode `review` is about. The agent reads the head of the pull request, which may be in a fork; its changes are among
   * the material. Absent: another mode, or none.
   */
  review: z.object({ pullRequest: z.int().min(1) }).optional(),
  earlier: z.array(EarlierTurn),
  /** The pull request closes it. Absent: the job was not asked for on an issue. */
  issue: AssignedIssue.optional(),
  /** Absent: there is none, or the action does not announce the feature. */
  material: z.array(Material).optional(),
  /** Absent: there is none, or the action does not announce the feature. A repeated claim gets new signed URLs. */
  images: z.array(AttachedImage).max(MAX_ATTACHED_IMAGES).optional(),
  /** The pull request links them. Absent: none. */
  sources: z.array(Source).optional(),
  /** Absent: none, or the action does not announce the feature. */
  context: Context.optional(),
  /**
   * What the agent reads that nobody with write access wrote, in any turn of the job. `holdCi`: the commits do not start CI.
   * Absent: nothing.
   */
  outside: z.object({ read: z.array(z.string().max(300)).max(20), holdCi: z.boolean() }).optional(),
  /** Begins a comment that continues the job. Absent: the settings switch comments off, or an older app. */
  commentCommand: z
    .string()
    .regex(/^\/[a-z]{1,40}$/)
    .optional(),
  /** If it still applies, it is published unchanged, and the agent does not run. */
  savedPatch: SavedPatch.optional(),
  /** The agent continues from it. */
  unfinishedWork: UnfinishedWork.optional(),
  model: z.string().min(1),
  /** Continue in this order where the model is not available. Absent: none, or the action does not announce the feature. */
  fallbackModels: z.array(z.string().min(1)).max(MAX_FALLBACKS).optional(),
  /** Absent: the default of the model. */
  effort: Effort.optional(),
  draft: z.boolean(),
  /** Folder in which the agent works. Absent: the root. */
  workingDirectory: z.string().min(1).optional(),
  limits: Limits,
  rules: PublishRules,
  instructions: z.array(Instruction),
  /** Checks from the default branch; absent: none. */
  checks: ChecksPlan.optional(),
  /** Absent: the agent may run no commands but the checks. */
  commands: CommandsPlan.optional(),
  /** Absent: there are none, or the action does not announce the feature. */
  mcp: z.array(McpServer).min(1).max(MAX_MCP_SERVERS).optional(),
  /** Warnings about the settings file of the project and about the request, for the log of the run. */
  warnings: z.array(z.string()).optional(),
  /** Author of the commit: the app's bot. */
  author: CommitIdentity,
  /** The requester, if it is a GitHub account. */
  coAuthor: CommitIdentity.nullable(),
  /** False: the prompt must appear nowhere on GitHub (not in the log, summary, commit or pull request). */
  showPrompt: z.boolean(),
  /** Read-only token for this repository, for the fetch. */
  fetchToken: z.string(),
})
export type Assignment = z.infer<typeof Assignment>

import type { Mode } from '../../../contract/job.ts'
import type { EarlierTurn, Instruction, Limits } from '../../../contract/runner-protocol/assignment.ts'
import type { AssignedIssue, Material } from '../../../contract/runner-protocol/material.ts'
import type { NumberedPrompt } from '../../../contract/runner-protocol/protocol.ts'
import type { Image } from '../../workspace/files/tool-result.ts'
import type { McpOffer } from '../tools/mcp.ts'

/** The repository's template for pull requests, as the base has it. */
export interface Template {
  readonly path: string
  readonly text: string
}

/** Instructions that the agent reads if the task calls for them. */
export interface Skill {
  readonly name: string
  readonly description: string
  /** The first one is read first, and refers to the others. */
  readonly files: readonly { readonly path: string; readonly text: string }[]
}

/** An image of the request, or why it is none. */
export interface TaskImage {
  /** Where it stands, for example `the issue`. */
  readonly of: string
  /** As the text has it. */
  readonly url: string
  /** Where the agent can read it again. */
  readonly path: string
  /** What it is, or why it is not shown. */
  readonly text: string
  readonly image?: Image
}

/** What the agent is to do. */
export interface AgentTask {
  /** `owner/name` */
  readonly repository: string
  readonly prompts: readonly NumberedPrompt[]
  /** Absent: the prompts ask for a change. */
  readonly mode?: Mode | undefined
  /** JSON Schema of the output, as text. Absent: none is asked for. */
  readonly outputSchema?: string
  readonly earlier: readonly EarlierTurn[]
  /** The issue that the prompts are about; `null`: none. */
  readonly issue: AssignedIssue | null
  /** Where the agent finds other repositories, which it can only read. Absent: there are none. */
  readonly context?: readonly string[]
  /** Texts that come with the prompts. */
  readonly material: readonly Material[]
  /** What the merge of the base into the working branch has left to resolve, hunk by hunk. Absent: nothing. */
  readonly conflicts?: readonly { readonly path: string; readonly text: string }[]
  /** Instruction files of the root and of fixed paths. */
  readonly instructions: readonly Instruction[]
  /** Folder in which the agent works; absent: the root. */
  readonly workingDirectory?: string
  /** The only files that may change; absent: the rules of the project decide. */
  readonly files?: readonly string[]
  /** Instructions for some kinds of tasks. */
  readonly skills?: readonly Skill[]
  readonly template: Template | null
  /** In a follow-up, the diff of the working branch against its base; `null` on a new branch. */
  readonly workSoFar: string | null
  /** The patch of an earlier run of the same prompts, if it no longer applies; `null`: there is none. */
  readonly savedPatch: string | null
  /** What an interrupted run of the same prompts left, which the checkout holds already; absent: there was none. */
  readonly unfinished?: { readonly diff: string; readonly notes: string }
  readonly limits: Limits
  /** True: the project's checks run when the model finishes, and failures go back to it. */
  readonly checked: boolean
  /** The commands that the agent can run; absent: none. */
  readonly commands?: {
    readonly checks: readonly string[]
    readonly canRun: boolean
    /** What probably checks the work of a project that names no checks. */
    readonly suggested?: readonly string[]
    /** True: what the setup of the project installs may be missing. */
    readonly setupFailed?: boolean
  }
  /** What people attached to the prompts and the issue; absent: nothing. */
  readonly images?: readonly TaskImage[]
  /** What the MCP servers offer that the agent can ask; absent: there are none. */
  readonly mcp?: readonly McpOffer[]
  /** True: title, body and commit message are public, and the prompts are not. */
  readonly confidential: boolean
}

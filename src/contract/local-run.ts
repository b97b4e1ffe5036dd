/** What `prentice try` and the process of the action that it starts tell each other, over Node's IPC. */
import type { ChecksOutcome } from './checks.ts'
import type { Usage } from './run.ts'
import type { AssignedIssue } from './runner-protocol/material.ts'

/** Whether a part of the settings takes effect: a person is asked, or has answered with options. */
export type Consent = 'no' | 'ask' | 'yes'

/** The first message to the process. */
export interface LocalRunRequest {
  /** A folder of the clone. */
  readonly folder: string
  readonly prompt: string
  /** The prompt is about it. Absent: about no issue. */
  readonly issue?: AssignedIssue
  /** Only this model works. Absent: those of the settings may continue. */
  readonly isAlone?: boolean
  /** `provider/model`; `null`: that of the settings. */
  readonly model: string | null
  /** `null`: that of the settings, or the default. */
  readonly maxCostUsd: number | null
  /** Whether the change is written to the work tree of the clone. */
  readonly apply: boolean
  readonly consent: Readonly<Record<ConsentTopic, Consent>>
}

/**
 * `isolate`: root, which isolates commands of the project; `setup`: its commands with network access; `mcp`: its MCP servers.
 */
export type ConsentTopic = 'isolate' | 'setup' | 'mcp'

/** Later messages to the process. */
export type LocalRunOrder = { readonly type: 'answer'; readonly yes: boolean } | { readonly type: 'stop' }

/** Messages of the process. Their texts may hold control characters. */
export type LocalRunMessage<Result = LocalRunResult> =
  | { readonly type: 'line'; readonly level: 'title' | 'info' | 'warning'; readonly text: string }
  /** Waits for an answer. */
  | { readonly type: 'ask'; readonly about: readonly string[]; readonly question: string }
  | { readonly type: 'ended'; readonly result: Result }

export interface LocalRunResult {
  /** `refused`: the publishing rules do not allow the change. */
  readonly outcome: 'changed' | 'no-change' | 'refused' | 'failed' | 'cancelled'
  /** Why, and what to do next; `null`: the agent finished a change. */
  readonly reason: { readonly code: string; readonly message: string } | null
  readonly model: string | null
  /** The commit that the work started from; `null`: none was found. */
  readonly commit: string | null
  /** Files of the work tree that were not included. */
  readonly uncommitted: number
  readonly title: string | null
  readonly body: string | null
  readonly summary: string | null
  readonly files: readonly string[]
  /** The change for `git apply`, in base64; `null`: none that may be shown. */
  readonly patch: string | null
  readonly checks: ChecksOutcome | null
  /** Changes that the agent tried, and that the rules do not allow. */
  readonly refused: readonly { readonly path: string; readonly why: string }[]
  readonly usage: Usage | null
  readonly notices: readonly string[]
  /** `null`: nothing was to be written. */
  readonly applied:
    | { readonly ok: true }
    /** Nothing was written. */
    | { readonly ok: false; readonly why: string }
    | null
}

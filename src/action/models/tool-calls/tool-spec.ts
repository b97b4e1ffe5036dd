import type { z } from 'zod'

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
}

/** One call the model asks for. */
export interface ToolRequest {
  readonly id: string
  readonly name: string
  /** As the model wrote it: not checked against the tool's schema. */
  readonly input: unknown
  /** Why the call cannot be made at all (no such tool, not JSON); `null` otherwise. */
  readonly problem: string | null
}

/** Each request gets exactly one of these. */
export interface ToolAnswer {
  readonly request: ToolRequest
  readonly ok: boolean
  /** True: not a mistake in the call; a reviewer wants more work before the end. */
  readonly sentBack?: boolean
  readonly text: string
}

import type { z } from 'zod'

/** A tool as the model sees it. */
export interface ToolSpec {
  readonly name: string
  readonly description: string
  readonly input: z.ZodType
}

/** A call that the model asks for. */
export interface ToolCall {
  readonly id: string
  readonly name: string
  /** As the model wrote it: not validated against the tool's schema. */
  readonly input: unknown
  /** Why the call cannot be made (no such tool, not JSON); `null` otherwise. */
  readonly problem: string | null
  /** What the model is told of a repair of the call. */
  readonly note?: string
}

/** Each call gets exactly one of these. */
export interface ToolCallResult {
  readonly call: ToolCall
  readonly ok: boolean
  /** True: the call was correct, but a reviewer wants more work before the end. */
  readonly sentBack?: boolean
  readonly text: string
  readonly image?: ToolImage
}

/** Shown to the model after the results of its answer. */
export interface ToolImage {
  readonly mediaType: string
  /** Base64. */
  readonly data: string
  /** What it shows, delimited. */
  readonly caption: string
}

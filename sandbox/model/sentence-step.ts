import type { ToolCall } from './read-conversation.ts'

export interface PlannedCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** The next call for a sentence; or its end, with its error and the number of calls. */
export type SentenceStep =
  | { readonly kind: 'call'; readonly call: PlannedCall }
  | { readonly kind: 'done'; readonly used: number; readonly error: string | null; readonly shown?: string }

/** The message of a tool that refused. */
export const errorOf = ({ result }: ToolCall): string | null => (result?.isError ? result.text : null)

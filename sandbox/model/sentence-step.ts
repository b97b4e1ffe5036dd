import type { ToolCall } from './read-conversation.ts'

export interface WantedCall {
  readonly name: string
  readonly input: Readonly<Record<string, unknown>>
}

/** A call still to be made for a sentence, or what became of the sentence and how many calls it took. */
export type SentenceStep =
  | { readonly kind: 'call'; readonly call: WantedCall }
  | { readonly kind: 'done'; readonly used: number; readonly fault: string | null }

/** What the tool said where it refused. */
export const faultOf = ({ result }: ToolCall): string | null => (result?.isError ? result.text : null)

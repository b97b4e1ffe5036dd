import type { Reason } from '../../../contract/reasons.ts'
import type { Usage } from '../../../contract/run.ts'
import type { StreamedAnswer } from '../request/stream-answer.ts'
import type { ToolCallResult } from '../tool-calls/tool-spec.ts'

/** One record of a conversation, complete: for a file on the runner, never for an event or a log. */
export type TranscriptLine =
  | { readonly type: 'said'; readonly text: string }
  | {
      readonly type: 'answered'
      readonly text: string
      readonly calls: readonly { readonly id: string; readonly tool: string; readonly input: unknown }[]
      readonly cut: boolean
      readonly usage: Usage
    }
  /** An interrupted answer. What the provider had counted by then is charged. */
  | { readonly type: 'broken-off'; readonly usage: Usage }
  | {
      readonly type: 'results'
      readonly results: readonly {
        readonly id: string
        readonly tool: string
        readonly ok: boolean
        readonly text: string
      }[]
    }
  | { readonly type: 'compacted'; readonly summary: string }
  | { readonly type: 'failed'; readonly reason: Reason }

export const lineOfAnswer = ({ text, calls, end }: StreamedAnswer, usage: Usage): TranscriptLine => ({
  type: 'answered',
  text,
  calls: calls.map(({ id, name, input }) => ({ id, tool: name, input })),
  cut: end === 'cut' || end === 'overflowed',
  usage,
})

export const lineOfResults = (results: readonly ToolCallResult[]): TranscriptLine => ({
  type: 'results',
  results: results.map(({ call: { id, name }, ok, text }) => ({ id, tool: name, ok, text })),
})

import { hash } from 'node:crypto'
import type { ToolCall } from '../models/tool-calls/tool-spec.ts'
import { formatPath, touchedPaths } from './format-tool-call.ts'
import { readTool } from './tools/read.ts'

/** Remembers, by digest, what the model was shown of files. */
export interface RereadNotes {
  /** A sentence for the model if an earlier step showed it the same text; `null`: the text is new to it. */
  note(call: ToolCall, text: string, step: number): string | null
  /** The conversation has lost some of it, and the model was told that it may read it again. */
  forget(): void
}

export function openRereadNotes(): RereadNotes {
  const stepByText = new Map<string, number>()
  return {
    note(call, text, step) {
      if (call.name !== readTool.name) return null
      const key = `${touchedPaths(call).map(formatPath).join()} ${hash('sha256', text, 'base64')}`
      const before = stepByText.get(key)
      stepByText.set(key, step)
      return before === undefined || before === step
        ? null
        : `Step ${before} showed you the same text. It has not changed: work with it, or read something else.`
    },
    forget: () => stepByText.clear(),
  }
}

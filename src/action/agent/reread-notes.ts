import { hash } from 'node:crypto'
import type { ToolRequest } from '../models/tool-calls/tool-spec.ts'
import { formatPath } from './format-tool-call.ts'
import { readTool } from './tools/read.ts'
import { touchedPaths } from './touched-paths.ts'

/** Knows what the model has been shown of files, by digest. */
export interface RereadNotes {
  /** A sentence for the model where it reads again what it was shown in an earlier step; `null`: it is new to it. */
  note(request: ToolRequest, text: string, step: number): string | null
  /** The conversation has lost some of it, and the model was told that it may read it again. */
  forget(): void
}

export function openRereadNotes(): RereadNotes {
  const shown = new Map<string, number>()
  return {
    note(request, text, step) {
      if (request.name !== readTool.name) return null
      const seen = `${touchedPaths(request).map(formatPath).join()} ${hash('sha256', text, 'base64')}`
      const before = shown.get(seen)
      shown.set(seen, step)
      return before === undefined || before === step
        ? null
        : `You were shown just this in step ${before}. It has not changed: work with it, or read something else.`
    },
    forget: () => shown.clear(),
  }
}

import { z } from 'zod'
import type { Done } from './do-task.ts'

/** One line of `--json`, which `--compare` reads. */
export const ResultLine = z.object({
  task: z.string(),
  category: z.string(),
  model: z.string(),
  passed: z.boolean(),
  why: z.string().nullable(),
  steps: z.number(),
  inputTokens: z.number(),
  cachedInputTokens: z.number(),
  outputTokens: z.number(),
  costUsd: z.number().nullable(),
  seconds: z.number(),
})
export type ResultLine = z.infer<typeof ResultLine>

/** Without the files: they are long, and the world they came from is gone. Pure. */
export function toLine({ task, category, model, why, usage, seconds }: Done): ResultLine {
  const { steps, inputTokens, cachedInputTokens, outputTokens, costUsd } = usage
  return {
    ...{ task, category, model, passed: why === null, why },
    ...{ steps, inputTokens, cachedInputTokens, outputTokens, costUsd },
    seconds: Math.round(seconds * 10) / 10,
  }
}

/** Reads the output of `--json`; throws with the number of a line that is none. Pure. */
export const parseLines = (text: string): ResultLine[] =>
  text.split('\n').flatMap((line, index) => {
    if (line.trim() === '') return []
    const read = ResultLine.safeParse(parseOrNull(line))
    if (!read.success) throw new Error(`line ${index + 1} is no result of npm run tasks -- --json`)
    return [read.data]
  })

function parseOrNull(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    // The schema says that it is none.
    return null
  }
}

import type { Usage } from '../../../contract/run.ts'
import { countBrokenOff, countCost } from '../cost/count-cost.ts'
import { estimateUsage } from '../cost/estimate-usage.ts'
import { askWithRetries, type RequestResult, type RetryOptions } from '../request/ask-with-retries.ts'
import type { ModelRequest } from '../request/stream-answer.ts'
import { sizeOfMessage } from './compact.ts'
import { lineOfAnswer, type TranscriptLine } from './transcript-line.ts'

export interface Counting {
  /** Characters of what each request begins with. */
  readonly fixedSize: number
  /** Called for each answer, interrupted ones included. */
  onUsage(usage: Usage): void
  record(line: TranscriptLine): void
}

/** Asks the model and reports what each answer used. A failed try is charged like any other. */
export async function askAndCount(
  request: Omit<ModelRequest, 'onBrokenOff'> & RetryOptions,
  { fixedSize, onUsage, record }: Counting,
): Promise<RequestResult> {
  const { messages, model } = request
  const result = await askWithRetries({
    ...request,
    onBrokenOff(counts) {
      const usage = countBrokenOff(counts, model.price)
      onUsage(usage)
      record({ type: 'broken-off', usage })
    },
  })
  if (result.kind !== 'answered') return result
  const requestLength = messages.reduce((sum, message) => sum + sizeOfMessage(message), fixedSize)
  const { answer } = result
  const counts = estimateUsage(answer.usage, { requestLength, answerLength: answer.length })
  const usage = countCost(counts, model.price)
  onUsage(usage)
  record(lineOfAnswer(answer, usage))
  return result
}

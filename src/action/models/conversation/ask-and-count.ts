import type { Usage } from '../../../contract/run.ts'
import { countBrokenOff, countCost } from '../cost/count-cost.ts'
import { estimateUsage } from '../cost/estimate-usage.ts'
import { askWithRetries, type Reply, type RetryOptions } from '../request/ask-with-retries.ts'
import type { ModelRequest } from '../request/stream-answer.ts'
import { sizeOfMessage } from './compact.ts'
import { lineOfAnswer, type TranscriptLine } from './transcript-line.ts'

export interface Counting {
  /** Characters of what each request begins with. */
  readonly fixedSize: number
  /** Called for each answer, and for one that broke off. */
  onUsage(usage: Usage): void
  record(line: TranscriptLine): void
}

/** Asks, and tells what each answer used: that of a try that failed as well, which is charged like any other. */
export async function askAndCount(
  question: Omit<ModelRequest, 'onBrokenOff'> & RetryOptions,
  { fixedSize, onUsage, record }: Counting,
): Promise<Reply> {
  const { messages, model } = question
  const reply = await askWithRetries({
    ...question,
    onBrokenOff(counted) {
      const usage = countBrokenOff(counted, model.price)
      onUsage(usage)
      record({ type: 'broken-off', usage })
    },
  })
  if (reply.kind !== 'answered') return reply
  const asked = messages.reduce((sum, message) => sum + sizeOfMessage(message), fixedSize)
  const counted = estimateUsage(reply.answer.usage, { asked, answered: reply.answer.length })
  const usage = countCost(counted, model.price)
  onUsage(usage)
  record(lineOfAnswer(reply.answer, usage))
  return reply
}

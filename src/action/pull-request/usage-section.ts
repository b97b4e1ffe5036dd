import type { Usage } from '../../contract/run.ts'
import { groupDigits } from '../../contract/text.ts'
import { countOf, describeMoney } from '../text/format.ts'
import { wrapSection } from './replace-section.ts'

/** What the model of the last run used; `null`: it was not called. Pure. */
export function usageSection(
  { steps, inputTokens, outputTokens, costUsd }: Usage,
  model: string,
): string | null {
  if (steps === 0) return null
  const cost = costUsd === null ? [] : [`about ${describeMoney(costUsd)}`]
  const tokens = `${groupDigits(inputTokens)} tokens read, ${groupDigits(outputTokens)} written`
  const parts = [`\`${model.replaceAll('`', "'")}\``, countOf(steps, 'step'), tokens, ...cost]
  return wrapSection('usage', [`**Usage**: ${parts.join(' · ')}`])
}

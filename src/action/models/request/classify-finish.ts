/**
 * How an answer ended. `cut`: at the model's output limit. `overflowed`: request and answer together filled its window.
 * `filtered`: the provider withheld it because of what it says. `malformed`: the provider could not read the call that
 * the model wrote. `broken`: it is incomplete.
 */
export type AnswerEnd = 'whole' | 'cut' | 'overflowed' | 'filtered' | 'malformed' | 'broken'

// Anthropic, if the output limit exceeds what is left of the window:
// https://docs.claude.com/en/api/handling-stop-reasons
const OVERFLOWED = 'model_context_window_exceeded'

// Gemini parses the calls from the text of the model: https://ai.google.dev/api/generate-content#FinishReason
const MALFORMED = /^(MALFORMED_\w+|UNEXPECTED_TOOL_CALL)$/

/** `finishReason` is the SDK's translation of the provider's own. Pure. */
export function classifyFinish(
  { finishReason, rawFinishReason = '' }: { finishReason: string; rawFinishReason?: string | undefined },
  { text, calls }: { readonly text: string; readonly calls: number },
): AnswerEnd {
  if (rawFinishReason === OVERFLOWED) return 'overflowed'
  if (calls === 0 && MALFORMED.test(rawFinishReason)) return 'malformed'
  switch (finishReason) {
    case 'length':
      return 'cut'
    case 'content-filter':
      return calls === 0 ? 'filtered' : 'whole'
    case 'error':
    case 'interrupted':
      return 'broken'
    case 'other':
      // The SDK's translation of an unknown reason. If there is content, it is an answer.
      return calls === 0 && text.trim() === '' ? 'broken' : 'whole'
    default:
      return 'whole'
  }
}

/**
 * How an answer ended. `cut`: at the model's output limit. `overflowed`: question and answer together filled its window.
 * `filtered`: its provider held it back for what it says. `malformed`: the provider could not read the call that the
 * model wrote. `broken`: it was no whole answer.
 */
export type Finish = 'whole' | 'cut' | 'overflowed' | 'filtered' | 'malformed' | 'broken'

// Anthropic, for models that are told nothing of an output limit that does not fit any more:
// https://docs.claude.com/en/api/handling-stop-reasons
const OVERFLOWED = 'model_context_window_exceeded'

// Gemini writes the calls itself from what the model says: https://ai.google.dev/api/generate-content#FinishReason
const MALFORMED = /^(MALFORMED_\w+|UNEXPECTED_TOOL_CALL)$/

/** `finishReason` is the SDK's word for the provider's own. Pure. */
export function classifyFinish(
  { finishReason, rawFinishReason = '' }: { finishReason: string; rawFinishReason?: string | undefined },
  { text, calls }: { readonly text: string; readonly calls: number },
): Finish {
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
      // That is what unknown words of compatible servers become; it is good enough where there is an answer.
      return calls === 0 && text.trim() === '' ? 'broken' : 'whole'
    default:
      return 'whole'
  }
}

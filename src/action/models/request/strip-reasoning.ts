const NAMES = 'think|thinking|thought'

/** From a mark at the beginning of a line to its end mark; the output limit may come first. */
const THOUGHT = new RegExp(String.raw`^[ \t]*<(${NAMES})>[\s\S]*?(?:</\1>|(?![\s\S]))`, 'gm')
const THOUGHT_OF_MISTRAL = /^[ \t]*\[THINK\][\s\S]*?(?:\[\/THINK\]|(?![\s\S]))/gm

/** Some templates write the first mark themselves, so that the answer has the end mark only. A quoted one is prose. */
const END_OF_THOUGHT = new RegExp(
  String.raw`^[\s\S]*?(?<![\x60'"])(?:</(?:${NAMES})>|\[/THINK\])(?![\x60'"])`,
)

/**
 * What an answer says without what the model thought on the way. Servers of open models that have no field for it leave
 * it in the text, between marks: https://docs.vllm.ai/en/latest/features/reasoning_outputs. Pure.
 */
export function stripReasoning(text: string): string {
  if (!/<\/?think|<\/?thought|\[\/?THINK\]/.test(text)) return text
  return text.replaceAll(THOUGHT, '').replaceAll(THOUGHT_OF_MISTRAL, '').replace(END_OF_THOUGHT, '').trim()
}

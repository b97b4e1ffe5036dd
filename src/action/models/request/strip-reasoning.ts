const NAMES = 'think|thinking|thought'

/** From an opening tag at the beginning of a line to its closing tag, or to the end if the answer was cut. */
const REASONING = new RegExp(String.raw`^[ \t]*<(${NAMES})>[\s\S]*?(?:</\1>|(?![\s\S]))`, 'gm')
const MISTRAL_REASONING = /^[ \t]*\[THINK\][\s\S]*?(?:\[\/THINK\]|(?![\s\S]))/gm

/** Some templates add the opening tag themselves, so the answer has only the closing one. A quoted tag is prose. */
const REASONING_END = new RegExp(String.raw`^[\s\S]*?(?<![\x60'"])(?:</(?:${NAMES})>|\[/THINK\])(?![\x60'"])`)

/**
 * Removes reasoning from a text. Servers of open models that have no field for it leave it in the text, between tags:
 * https://docs.vllm.ai/en/latest/features/reasoning_outputs. Pure.
 */
export function stripReasoning(text: string): string {
  if (!/<\/?think|<\/?thought|\[\/?THINK\]/.test(text)) return text
  return text.replaceAll(REASONING, '').replaceAll(MISTRAL_REASONING, '').replace(REASONING_END, '').trim()
}

/** What templates of open models leave behind an input. */
const LEFTOVER = /(?:<\/(?:tool_call|function_call|function|tool)>|<\|[\w|]{1,30}\|>)$/
const LONGEST_LEFTOVER = 40
const FENCE = /^```(?:json)?[ \t]*\r?\n/

/**
 * The JSON of an object that a model or its server has written with something around it, with line ends and tabs within its
 * texts, or several times; `null`: it is not clear what is meant. Pure.
 */
export function repairJson(text: string): string | null {
  const bare = withoutRepeats(withoutFence(withoutLeftovers(text.trim())))
  return [bare, escapeControls(bare)].find(isObjectText) ?? null
}

function withoutLeftovers(text: string): string {
  let rest = text
  for (;;) {
    const leftover = LEFTOVER.exec(rest.slice(-LONGEST_LEFTOVER))
    if (leftover === null) return rest
    rest = rest.slice(0, -leftover[0].length).trimEnd()
  }
}

function withoutFence(text: string): string {
  const fence = FENCE.exec(text)
  return fence !== null && text.endsWith('```') ? text.slice(fence[0].length, -3).trim() : text
}

/** Some servers write the whole input again with each chunk. */
function withoutRepeats(text: string): string {
  for (const times of [2, 3]) {
    const once = text.slice(0, text.length / times)
    if (text.length % times === 0 && once.repeat(times) === text && isObjectText(once)) return once
  }
  return text
}

const ESCAPES: Readonly<Record<string, string>> = { '\n': '\\n', '\r': '\\r', '\t': '\\t' }

/** JSON texts have no line ends. Between texts they mean nothing. Pure. */
export function escapeControls(text: string): string {
  let isWithin = false
  return text.replace(/\\[\s\S]|["\n\r\t]/g, (found) => {
    if (found === '"') isWithin = !isWithin
    return isWithin ? (ESCAPES[found] ?? found) : found
  })
}

function isObjectText(text: string): boolean {
  if (!text.startsWith('{')) return false
  try {
    JSON.parse(text)
    return true
  } catch (error) {
    if (error instanceof SyntaxError) return false
    throw error
  }
}

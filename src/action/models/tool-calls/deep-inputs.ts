import type { LanguageModelMiddleware } from 'ai'
import { cutHead } from '../../../contract/text.ts'

/** Beyond some 5,000 levels, `JSON.stringify` and each function that calls itself for the next level throw. */
const MOST_LEVELS = 100

/** An input that is nested too deep, which no tool needs, becomes a text that is not JSON. The model sees it. */
export const refuseDeepInputs: LanguageModelMiddleware = {
  async wrapStream({ doStream }) {
    const { stream, ...rest } = await doStream()
    type Part = typeof stream extends ReadableStream<infer T> ? T : never
    const refuse = new TransformStream<Part, Part>({
      transform(part, controller) {
        const isDeep = part.type === 'tool-call' && levelsIn(part.input) > MOST_LEVELS
        controller.enqueue(isDeep ? { ...part, input: `${cutHead(part.input, 400)}${TOO_DEEP}` } : part)
      },
    })
    return { ...rest, stream: stream.pipeThrough(refuse) }
  },
}

const TOO_DEEP = ` [nested deeper than ${MOST_LEVELS} levels]`

/** How deep the JSON of a text is nested. Pure. */
export function levelsIn(json: string): number {
  let [level, deepest] = [0, 0]
  for (const [token] of json.matchAll(/"(?:[^"\\]|\\.)*"?|[[{}\]]/gs)) {
    if (token === '[' || token === '{') level += 1
    else if (token === ']' || token === '}') level -= 1
    deepest = Math.max(deepest, level)
  }
  return deepest
}

/** The value itself, or one without what is nested so deep that nothing can write it. Its rest is still refused. Pure. */
export function cutDepth<T>(value: T, left?: number): T
export function cutDepth(value: unknown, left = 10 * MOST_LEVELS): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (left === 0) return null
  const entries = Object.entries(value)
  const cut = entries.map(([name, item]) => [name, cutDepth<unknown>(item, left - 1)] as const)
  if (cut.every(([, item], index) => item === entries[index]?.[1])) return value
  return Array.isArray(value) ? cut.map(([, item]) => item) : Object.fromEntries(cut)
}

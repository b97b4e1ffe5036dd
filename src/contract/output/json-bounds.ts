import { groupDigits } from '../text.ts'

/** `bytes`: of the JSON as UTF-8, without white space. `levels`: of lists and objects within each other. */
interface Bounds {
  readonly bytes: number
  readonly values: number
  readonly levels: number
}

/** A value that `JSON.parse` can return, apart from `undefined`. */
export type JsonObject = Readonly<Record<string, unknown>>

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Why a parsed JSON value is beyond the bounds; `null`: it is not. Takes linear time, whatever the value holds. Pure. */
export function whyOutOfBounds(value: unknown, { bytes, values, levels }: Bounds): string | null {
  let [count, units] = [0, 0]
  const left: [value: unknown, level: number][] = [[value, 0]]
  for (let next = left.pop(); next !== undefined; next = left.pop()) {
    const [one, level] = next
    count += 1
    if (count + left.length > values) return `must hold at most ${groupDigits(values)} values`
    if (typeof one === 'number' && !Number.isFinite(one)) return 'holds a number that is too large'
    if (typeof one === 'string') units += one.length
    // Before it is encoded, which takes longer than parsing it.
    if (units > bytes) return `must take at most ${groupDigits(bytes)} bytes`
    if (typeof one !== 'object' || one === null) continue
    if (level === levels) return `must be nested at most ${levels} levels deep`
    for (const [name, item] of Object.entries(one)) {
      if (!Array.isArray(one)) units += name.length
      left.push([item, level + 1])
    }
  }
  const size = new TextEncoder().encode(JSON.stringify(value)).length
  return size > bytes ? `must take at most ${groupDigits(bytes)} bytes, and takes ${groupDigits(size)}` : null
}

const [QUOTE, BACKSLASH] = ['"', '\\'].map((character) => character.charCodeAt(0))
const BEFORE_A_VALUE: ReadonlySet<number> = new Set([...'{[,'].map((character) => character.charCodeAt(0)))

/** Whether the lists and objects of a JSON text hold more values than `most`; an empty one counts as one. Pure. */
export function hasMoreValues(json: string, most: number): boolean {
  let values = 0
  let isString = false
  for (let at = 0; at < json.length; at++) {
    const code = json.charCodeAt(at)
    if (code === QUOTE) isString = !isString
    else if (isString) at += code === BACKSLASH ? 1 : 0
    else if (BEFORE_A_VALUE.has(code) && ++values > most) return true
  }
  return false
}

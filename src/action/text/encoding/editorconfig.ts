/** What a file `.editorconfig` says about the encoding of files. */
export interface EditorConfig {
  /** True: files of folders above are not read. */
  readonly isRoot: boolean
  /** In lower case, by a path relative to the folder of the file; `null`: it names none. */
  charsetOf(path: string): string | null
}

/** The longest section and value that the specification asks for. */
const MAX_LENGTH = 4096

/** Reads the format of https://spec.editorconfig.org, of which only `root` and `charset` matter here. Pure. */
export function parseEditorConfig(text: string): EditorConfig {
  let isRoot = false
  let isMatch: ((path: string) => boolean) | null = null
  const rules: { readonly isMatch: (path: string) => boolean; readonly charset: string }[] = []
  for (const written of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
    const line = written.trim()
    if (line === '' || /^[#;]/.test(line) || line.length > MAX_LENGTH) continue
    const section = /^\[(.+)\]$/.exec(line)?.[1]
    if (section !== undefined) {
      isMatch = compileGlob(section)
      continue
    }
    const at = line.search(/[=:]/)
    const name = line.slice(0, Math.max(0, at)).trimEnd().toLowerCase()
    const value = line.slice(at + 1).trimStart()
    if (isMatch === null && name === 'root') isRoot = value.toLowerCase() === 'true'
    if (isMatch !== null && name === 'charset') rules.push({ isMatch, charset: value.toLowerCase() })
  }
  return { isRoot, charsetOf: (path) => rules.findLast((rule) => rule.isMatch(path))?.charset ?? null }
}

type Step =
  | { readonly kind: 'one'; readonly isMatch: (character: string) => boolean }
  /** Any number of characters: with slashes, or without. */
  | { readonly kind: 'many'; readonly withSlash: boolean }
  /** Continues with the next step, or after so many. */
  | { readonly kind: 'maybe'; readonly skip: number }

/** No useful glob has more choices in braces. */
const MAX_CHOICES = 64
const MAX_NUMBERS = 32

/**
 * Compiles a section of `.editorconfig`. Without a slash it matches at any depth. A path is matched in time proportional to
 * the lengths of both: the section is the repository's, and a regular expression of it could take years. Pure.
 */
export function compileGlob(section: string): (path: string) => boolean {
  const anchored = section.includes('/') ? section.replace(/^\//, '') : `**/${section}`
  const globs = expandBraces(anchored).map(readSteps)
  return (path) => globs.some((steps) => matchSteps(steps, path))
}

function expandBraces(glob: string): string[] {
  let globs = [glob]
  for (let at = 0; at < globs.length; ) {
    const choices = expandFirst(globs[at] ?? '')
    if (choices === null) at += 1
    else globs = [...globs.slice(0, at), ...choices, ...globs.slice(at + 1)]
    if (globs.length > MAX_CHOICES) return [glob]
  }
  return globs
}

/** `null`: there is no choice. Braces around one text stand for themselves. */
function expandFirst(glob: string): string[] | null {
  for (const { 0: braces, 1: inside = '', index } of glob.matchAll(/\{([^{}]*)\}/g)) {
    const choices = readNumbers(inside) ?? (inside.includes(',') ? inside.split(',') : null)
    if (choices !== null)
      return choices.map((one) => glob.slice(0, index) + one + glob.slice(index + braces.length))
  }
  return null
}

/** `1..3`. */
function readNumbers(inside: string): string[] | null {
  const [, one, other] = /^([+-]?\d{1,9})\.\.([+-]?\d{1,9})$/.exec(inside) ?? []
  if (one === undefined || other === undefined) return null
  const from = Math.min(Number(one), Number(other))
  const count = Math.abs(Number(one) - Number(other)) + 1
  return count > MAX_NUMBERS ? null : Array.from({ length: count }, (_, at) => String(from + at))
}

const ANYTHING: Step = { kind: 'many', withSlash: true }
const SLASH: Step = { kind: 'one', isMatch: (one) => one === '/' }

const TOKENS = /\\(.)|(\*\*\/)|(\*+)|(\?)|\[(!?)([^\]/]+)\]|(.)/gsu
/** The same without sets. */
const PLAIN_TOKENS = /\\(.)|(\*\*\/)|(\*+)|(\?)|(?!)()()|(.)/gsu

function readSteps(glob: string): Step[] {
  const steps: Step[] = []
  // No token goes beyond a slash or a closing bracket, so no opening one looks for its end behind the part it is in.
  const parts = glob.split(/(?<=[\]/])/)
  const tokens = parts.flatMap((part) => [...part.matchAll(part.endsWith(']') ? TOKENS : PLAIN_TOKENS)])
  for (const [, escaped, folders, stars, any, negation, set, plain] of tokens) {
    // `**/` also stands for no folder at all.
    if (folders !== undefined) steps.push({ kind: 'maybe', skip: 3 }, ANYTHING, SLASH)
    else if (stars !== undefined) steps.push({ kind: 'many', withSlash: stars.length > 1 })
    else if (any !== undefined) steps.push({ kind: 'one', isMatch: (one) => one !== '/' })
    else if (set !== undefined) steps.push({ kind: 'one', isMatch: readSet(set, negation === '!') })
    else steps.push({ kind: 'one', isMatch: (one) => one === (escaped ?? plain) })
  }
  return steps
}

function readSet(set: string, isNegated: boolean): (character: string) => boolean {
  const members = [...set.matchAll(/(.)-(.)|(.)/gsu)].map(
    ([, from, to, only]) => [from ?? only, to ?? only] as const,
  )
  return (one) =>
    one !== '/' && members.some(([from = '', to = '']) => one >= from && one <= to) !== isNegated
}

/** Keeps every place in the glob that the path so far may have led to. */
function matchSteps(steps: readonly Step[], path: string): boolean {
  let places = withSkips(steps, new Set([0]))
  for (const character of path) {
    const next = new Set<number>()
    for (const place of places) {
      const step = steps[place]
      if (step?.kind === 'many' && (step.withSlash || character !== '/')) next.add(place)
      if (step?.kind === 'one' && step.isMatch(character)) next.add(place + 1)
    }
    places = withSkips(steps, next)
  }
  return places.has(steps.length)
}

/** A star may stand for nothing. A set that grows while it is visited is visited to its new end. */
function withSkips(steps: readonly Step[], places: Set<number>): Set<number> {
  for (const place of places) {
    const step = steps[place]
    if (step === undefined || step.kind === 'one') continue
    places.add(place + 1)
    if (step.kind === 'maybe') places.add(place + step.skip)
  }
  return places
}

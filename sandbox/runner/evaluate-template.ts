/** The contexts of a dotted look-up: inputs, secrets, vars, github. */
export type Contexts = Readonly<Record<string, unknown>>

/** Something that GitHub supports and this runner does not. The message names it. */
export class Unsupported extends Error {}

const EXPRESSION = /\$\{\{([\s\S]*?)\}\}/g
const LOOK_UP = /^[A-Za-z_][\w-]*(\.[A-Za-z_][\w-]*)+$/

/** Replaces each `${{ a.b }}`. As on GitHub, a missing value is an empty string. */
export function evaluateTemplate(template: string, contexts: Contexts): string {
  return template.replace(EXPRESSION, (whole, inner: string) => {
    const path = inner.trim()
    if (!LOOK_UP.test(path))
      throw new Unsupported(`the expression ${whole}: only dotted look-ups such as inputs.run`)
    return lookUp(path.split('.'), contexts, whole)
  })
}

function lookUp([root = '', ...names]: readonly string[], contexts: Contexts, whole: string): string {
  if (!Object.hasOwn(contexts, root)) {
    throw new Unsupported(
      `the expression ${whole}: only ${Object.keys(contexts).join(', ')} can be looked up here`,
    )
  }
  let value: unknown = contexts[root]
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return ''
    // GitHub's contexts are not case-sensitive.
    const found = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())
    value = found?.[1]
  }
  if (value === undefined || value === null) return ''
  if (typeof value === 'object') throw new Unsupported(`the expression ${whole}: it is not a plain value`)
  return String(value)
}

export function evaluateAll(
  values: Readonly<Record<string, string>>,
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, evaluateTemplate(value, contexts)]),
  )
}

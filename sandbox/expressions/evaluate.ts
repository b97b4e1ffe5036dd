/** The contexts of a dotted look-up: inputs, secrets, vars, github. */
export type Contexts = Readonly<Record<string, unknown>>

/** Something that GitHub supports and this sandbox does not. The message names it. */
export class Unsupported extends Error {}

const EXPRESSION = /\$\{\{([\s\S]*?)\}\}/g

/** Replaces each `${{ … }}`. As on GitHub, a missing value is an empty string. */
export function evaluateTemplate(template: string, contexts: Contexts): string {
  return template.replace(EXPRESSION, (whole, inner: string) => textOf(evaluate(inner, contexts), whole))
}

export function evaluateAll(
  values: Readonly<Record<string, string>>,
  contexts: Contexts,
): Record<string, string> {
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, evaluateTemplate(value, contexts)]),
  )
}

/** An `if:`, which needs no `${{ }}`. */
export function evaluateCondition(condition: string, contexts: Contexts): boolean {
  const [whole, inner] = /^\s*\$\{\{([\s\S]*)\}\}\s*$/.exec(condition) ?? [condition, condition]
  return isTruthy(evaluate(inner ?? whole, contexts))
}

const TOKEN = /\s*(?:(&&|\|\||==|!=|[!(),])|('(?:[^']|'')*')|(\d+)|([A-Za-z_][\w-]*(?:\.[A-Za-z_][\w-]*)*))/y

/**
 * Operators, look-ups and two functions of https://docs.github.com/en/actions/reference/workflows-and-actions/expressions.
 * Anything else is `Unsupported`.
 */
function evaluate(expression: string, contexts: Contexts): unknown {
  const tokens = tokensOf(expression)
  let at = 0
  const takes = (symbol: string): boolean => tokens[at]?.symbol === symbol && ++at > 0
  const demand = (symbol: string): void => {
    if (!takes(symbol)) throw unsupported(expression)
  }
  const or = (): unknown => {
    let value = and()
    while (takes('||')) {
      const other = and()
      value = isTruthy(value) ? value : other
    }
    return value
  }
  const and = (): unknown => {
    let value = equality()
    while (takes('&&')) {
      const other = equality()
      value = isTruthy(value) ? other : value
    }
    return value
  }
  const equality = (): unknown => {
    const value = unary()
    if (takes('==')) return isEqual(value, unary())
    return takes('!=') ? !isEqual(value, unary()) : value
  }
  const unary = (): unknown => (takes('!') ? !isTruthy(unary()) : primary())
  const primary = (): unknown => {
    if (takes('(')) {
      const value = or()
      demand(')')
      return value
    }
    const token = tokens[at++]
    if (token?.literal !== undefined) return token.literal
    if (token?.name === undefined) throw unsupported(expression)
    if (takes('(')) return call(token.name, list(), expression)
    return lookUp(token.name, contexts, expression)
  }
  const list = (): unknown[] => {
    const values: unknown[] = []
    if (takes(')')) return values
    do values.push(or())
    while (takes(','))
    demand(')')
    return values
  }
  const value = or()
  if (at < tokens.length) throw unsupported(expression)
  return value
}

interface Token {
  readonly symbol?: string
  readonly literal?: string | number | boolean | null
  readonly name?: string
}

const WORDS = new Map<string, boolean | null>([
  ['true', true],
  ['false', false],
  ['null', null],
])

function tokensOf(expression: string): Token[] {
  const tokens: Token[] = []
  const text = expression.trimEnd()
  TOKEN.lastIndex = 0
  while (TOKEN.lastIndex < text.length) {
    const [, symbol, quoted, digits, name = ''] = TOKEN.exec(text) ?? []
    const word = WORDS.get(name)
    if (symbol !== undefined) tokens.push({ symbol })
    else if (quoted !== undefined) tokens.push({ literal: quoted.slice(1, -1).replaceAll("''", "'") })
    else if (digits !== undefined) tokens.push({ literal: Number(digits) })
    else if (word !== undefined) tokens.push({ literal: word })
    else if (name !== '') tokens.push({ name })
    else throw unsupported(expression)
  }
  return tokens
}

const unsupported = (expression: string): Unsupported =>
  new Unsupported(
    `the expression ${expression.trim()}: only look-ups, ==, !=, !, && and ||, contains, format`,
  )

function call(name: string, values: readonly unknown[], expression: string): unknown {
  const [first, ...others] = values
  switch (name.toLowerCase()) {
    case 'contains': {
      const [item] = others
      if (Array.isArray(first)) return first.some((one) => isEqual(one, item))
      return textOf(first, expression).toLowerCase().includes(textOf(item, expression).toLowerCase())
    }
    case 'format':
      return textOf(first, expression).replace(/\{(\d+)\}/g, (_, index: string) =>
        textOf(others[Number(index)], expression),
      )
    default:
      throw unsupported(expression)
  }
}

function lookUp(path: string, contexts: Contexts, expression: string): unknown {
  const [root = '', ...names] = path.split('.')
  if (names.length === 0 || !Object.hasOwn(contexts, root)) {
    throw new Unsupported(
      `the expression ${expression.trim()}: only ${Object.keys(contexts).join(', ')} can be looked up here`,
    )
  }
  let value: unknown = contexts[root]
  for (const name of names) {
    if (typeof value !== 'object' || value === null) return null
    // GitHub's contexts are not case-sensitive.
    const found = Object.entries(value).find(([key]) => key.toLowerCase() === name.toLowerCase())
    value = found?.[1]
  }
  return value ?? null
}

const isTruthy = (value: unknown): boolean =>
  value !== null && value !== undefined && value !== '' && value !== 0 && value !== false

function isEqual(one: unknown, other: unknown): boolean {
  if (typeof one === 'string' && typeof other === 'string') return one.toLowerCase() === other.toLowerCase()
  return typeof one === typeof other ? one === other : numberOf(one) === numberOf(other)
}

/** Values of two types are compared as numbers. */
function numberOf(value: unknown): number {
  if (value === null || value === undefined || value === '') return 0
  return typeof value === 'object' ? Number.NaN : Number(value)
}

function textOf(value: unknown, expression: string): string {
  if (value === null || value === undefined) return ''
  if (typeof value === 'object')
    throw new Unsupported(`the expression ${expression.trim()}: it is not a plain value`)
  return String(value)
}

import { readPackageFile } from './package-file.ts'

const readTokens = (path: string): ReadonlyMap<string, string> =>
  declarations(readPackageFile('@primer/primitives', `dist/css/${path}.css`))

const SHARED = [
  'base/size/size',
  'base/typography/typography',
  'base/motion/motion',
  'functional/size/size',
  'functional/size/border',
  'functional/size/radius',
  'functional/spacing/space',
  'functional/typography/typography',
  'functional/motion/motion',
]

const THEMES = [
  { file: 'light', media: null },
  { file: 'dark', media: '(prefers-color-scheme: dark)' },
  { file: 'light-high-contrast', media: '(prefers-contrast: more)' },
  { file: 'dark-high-contrast', media: '(prefers-contrast: more) and (prefers-color-scheme: dark)' },
] as const

/** The files of @primer/primitives that are read here. */
export const TOKEN_FILES = [...SHARED, ...THEMES.map(({ file }) => `functional/themes/${file}`)].map(
  (path) => `dist/css/${path}.css`,
)

/**
 * The design tokens of Primer that `css` uses, and those that they use, for each theme. A theme of Primer has 118 KB; this
 * takes about 3 KB of each. Throws for a name that Primer does not have.
 */
export function themeFor(css: string): string {
  const shared = new Map(SHARED.flatMap((file) => [...readTokens(file)]))
  const own = declarations(css)
  return THEMES.map(({ file, media }) => {
    const tokens = new Map([...shared, ...readTokens(`functional/themes/${file}`)])
    const used = closure(css, tokens, own)
    const rule = `:root{${[...used].map(([name, value]) => `${name}:${value}`).join(';')}}`
    return media === null ? rule : `@media ${media}{${rule}}`
  }).join('\n')
}

function closure(
  css: string,
  tokens: ReadonlyMap<string, string>,
  own: ReadonlyMap<string, string>,
): Map<string, string> {
  const used = new Map<string, string>()
  const add = (text: string): void => {
    for (const [, name = ''] of text.matchAll(/var\((--[\w-]+)/g)) {
      if (used.has(name) || own.has(name)) continue
      const value = tokens.get(name)
      if (value === undefined)
        throw new Error(`the styles use ${name}, which @primer/primitives does not have`)
      used.set(name, value)
      add(value)
    }
  }
  add(css)
  return used
}

/** Of the whole file: within one theme no name is declared twice with different values. */
function declarations(css: string): Map<string, string> {
  const plain = css.replace(/\/\*[\s\S]*?\*\//g, '')
  return new Map(
    [...plain.matchAll(/(--[\w-]+):\s*([^;}]+)/g)].map(([, name = '', value = '']) => [name, value.trim()]),
  )
}

import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (path: string) => readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

/** The settings of one section of .editorconfig. */
function section(name: string): Record<string, string> {
  const text = read('.editorconfig').split(`\n[${name}]\n`)[1]?.split('\n[')[0] ?? ''
  return Object.fromEntries(
    [...text.matchAll(/^(\w+) = (.+)$/gm)].map(([, key = '', value = '']) => [key, value]),
  )
}

test('editors indent and wrap as biome formats', () => {
  const { formatter } = JSON.parse(read('biome.json'))
  const { indent_style, indent_size } = section('*')
  const { max_line_length } = section('*.{ts,js,json}')
  expect({ indent_style, indent_size, max_line_length }).toEqual({
    indent_style: formatter.indentStyle,
    indent_size: String(formatter.indentWidth),
    max_line_length: String(formatter.lineWidth),
  })
})

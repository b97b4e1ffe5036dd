import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { renderTerminal } from '../../../scripts/demo/render-terminal.ts'

const render = (...texts: string[]) =>
  renderTerminal({
    description: 'a test',
    title: 'test',
    command: 'true',
    columns: 20,
    lines: texts.map((text, index) => ({ text, appearsAfterSeconds: index })),
  })

/** The text elements of the output, below the command, each as `[x, y, attributes, content]`. */
const shown = (svg: string) =>
  [...svg.matchAll(/<text x="([\d.]+)" y="(\d+)" textLength="[\d.]+"([^>]*)>([^<]*)<\/text>/g)]
    .map(([, x, y, attributes, content]) => [Number(x), Number(y), attributes?.trim(), content])
    .slice(1)

test('markup in the output is text', () => {
  const svg = render('<script> & "x"')
  expect(shown(svg)).toEqual([[24, 90, '', '&lt;script&gt; &amp; &quot;x&quot;']])
  expect(svg).not.toContain('<script')
})

test('markup in the command, the title and the description is text', () => {
  const hostile = '</text><script>alert(1)</script>'
  const svg = renderTerminal({
    description: hostile,
    title: hostile,
    command: hostile,
    columns: 20,
    lines: [],
  })
  expect(svg).not.toContain('<script')
  expect(svg.match(/&lt;script&gt;/g)).toHaveLength(3)
})

test('colours, bold and dim stay, up to the reset without a number that git writes', () => {
  const svg = render('\u001b[32m+\u001b[m\u001b[1mnew\u001b[22m \u001b[2mold\u001b[0m')
  expect(shown(svg)).toEqual([
    [24, 90, 'style="fill:#3fb950"', '+'],
    [32.4, 90, 'class="bold"', 'new'],
    [66, 90, 'class="dim"', 'old'],
  ])
})

test('a colour without a place in the palette is an error', () => {
  expect(() => render('\u001b[38;5;208mx')).toThrow('no colour for ansi-palette-208')
})

test('control characters are left out', () => {
  expect(shown(render('a\u0007b\u0000c'))).toEqual([[24, 90, '', 'abc']])
})

test('a long line wraps between words and continues under its text', () => {
  expect(shown(render('label  one two three four', 'next'))).toEqual([
    [24, 90, '', 'label  one two three'],
    [82.8, 110, '', 'four'],
    [24, 130, '', 'next'],
  ])
})

test('a word longer than the terminal wraps inside', () => {
  expect(shown(render('x'.repeat(45))).map(([, , , content]) => content)).toEqual([
    'x'.repeat(20),
    'x'.repeat(20),
    'x'.repeat(5),
  ])
})

test('lines appear in turn, and a viewer without animation shows all of them', () => {
  const svg = render('first', 'second')
  expect(svg.match(/animation-delay:\d+s/g)).toEqual(['animation-delay:0s', 'animation-delay:1s'])
  expect(svg).not.toMatch(/\.line \{[^}]*opacity/)
})

test('docs/demo.svg shows the pull request, ends with its cost, and loads and runs nothing', () => {
  const svg = readFileSync(new URL('../../../docs/demo.svg', import.meta.url), 'utf8')
  const texts = shown(svg).flat()
  expect(texts).toContain('pull request')
  expect(texts.at(-1)).toMatch(/^\d+ steps, .* USD$/)
  expect(svg).not.toMatch(/<script|<foreignObject|\bon\w+=|href|url\(|@import/i)
})

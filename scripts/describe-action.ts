/**
 * Writes the tables of the action's inputs and outputs into docs/action.md, between its markers, from action.yml.
 * With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { parse } from 'yaml'
import { z } from 'zod'

const Action = z.object({
  inputs: z.record(z.string(), z.object({ description: z.string(), default: z.string().optional() })),
  outputs: z.record(z.string(), z.object({ description: z.string() })),
})

const file = (name: string): URL => new URL(`../${name}`, import.meta.url)
const cell = (text: string): string => text.replaceAll('|', '\\|').replaceAll('\n', ' ')
const code = (text: string | undefined): string => (text ? `\`${text}\`` : '')

function tables(): string {
  const { inputs, outputs } = Action.parse(parse(readFileSync(file('action.yml'), 'utf8')))
  const inputRows = Object.entries(inputs).map(
    ([name, input]) => `| \`${name}\` | ${cell(input.description)} | ${code(input.default)} |`,
  )
  const outputRows = Object.entries(outputs).map(
    ([name, { description }]) => `| \`${name}\` | ${cell(description)} |`,
  )
  return [
    '| Input | Description | Default |',
    '|---|---|---|',
    ...inputRows,
    '',
    '| Output | Description |',
    '|---|---|',
    ...outputRows,
  ].join('\n')
}

const PAGE = 'docs/action.md'
const START = '<!-- action.yml: start -->'
const END = '<!-- action.yml: end -->'

const page = readFileSync(file(PAGE), 'utf8')
const start = page.indexOf(START)
const end = page.indexOf(END)
if (start < 0 || end < start) throw new Error(`${PAGE} lacks the markers ${START} and ${END}`)
const written = `${page.slice(0, start + START.length)}\n${tables()}\n${page.slice(end)}`
if (!process.argv.includes('--check')) {
  writeFileSync(file(PAGE), written)
} else if (written !== page) {
  console.error(`${PAGE} and action.yml differ: run \`npm run describe\``)
  process.exitCode = 1
}

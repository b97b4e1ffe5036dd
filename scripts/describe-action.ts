/**
 * Writes the tables of the action's inputs and outputs into README.md, between its markers, from action.yml.
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
    '| Input | What it is | Default |',
    '|---|---|---|',
    ...inputRows,
    '',
    '| Output | What it is |',
    '|---|---|',
    ...outputRows,
  ].join('\n')
}

const START = '<!-- action.yml: start -->'
const END = '<!-- action.yml: end -->'

const readme = readFileSync(file('README.md'), 'utf8')
const start = readme.indexOf(START)
const end = readme.indexOf(END)
if (start < 0 || end < start) throw new Error(`README.md lacks the markers ${START} and ${END}`)
const written = `${readme.slice(0, start + START.length)}\n${tables()}\n${readme.slice(end)}`
if (!process.argv.includes('--check')) {
  writeFileSync(file('README.md'), written)
} else if (written !== readme) {
  console.error('README.md and action.yml differ: run `npm run describe`')
  process.exitCode = 1
}

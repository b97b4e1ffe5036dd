/**
 * Writes the list of protected paths into docs/protected-paths.md, between its markers, from src/action/git/policy.
 * With --check it only compares.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { PROTECTED_PATHS } from '../src/settings/protected-paths.ts'

const PAGE = 'docs/protected-paths.md'
const START = '<!-- protected paths: start -->'
const END = '<!-- protected paths: end -->'
const file = new URL(`../${PAGE}`, import.meta.url)

const linkTo = (source: string): string => source.replace(/^docs\//, '')

const lists = PROTECTED_PATHS.map(({ why, tools }) => {
  const rows = tools.map(
    ([tool, source, ...globs]) =>
      `| [${tool}](${linkTo(source)}) | ${globs.map((glob) => `\`${glob}\``).join(', ')} |`,
  )
  return [why, '', '| Tool | Paths |', '|---|---|', ...rows].join('\n')
})

const page = readFileSync(file, 'utf8')
const start = page.indexOf(START)
const end = page.indexOf(END)
if (start < 0 || end < start) throw new Error(`${PAGE} lacks the markers ${START} and ${END}`)
const written = `${page.slice(0, start + START.length)}\n${lists.join('\n\n')}\n${page.slice(end)}`
if (!process.argv.includes('--check')) {
  writeFileSync(file, written)
} else if (written !== page) {
  console.error(`${PAGE} is not the list of the action: run \`npm run describe\``)
  process.exitCode = 1
}

import { existsSync, globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { scripts } = z
  .object({ scripts: z.record(z.string(), z.string()) })
  .parse(JSON.parse(read('package.json')))

test('README.md has at most 1,000 words', () => {
  const words = read('README.md').split(/\s+/).filter(Boolean)
  expect(words.length).toBeLessThanOrEqual(1000)
})

test('README.md names the test command', () => {
  expect(read('README.md')).toContain('\nnpm ci && npm test\n')
})

/** Of the project whose checks the examples show. */
const OF_EXAMPLES = ['lint']

test('every npm script that a page names exists', () => {
  const pages = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', '.git'] })
  const named = pages.flatMap((page) =>
    [...read(page).matchAll(/npm run (?:-s )?([a-z][\w:-]*)/g)].map(([, script = '']) => script),
  )
  expect(named).toContain('demo')
  expect(named.filter((script) => !(script in scripts) && !OF_EXAMPLES.includes(script))).toEqual([])
})

test('every page of docs/ is in the index', () => {
  const index = read('docs/README.md')
  const pages = globSync('docs/*.{md,yml}', { cwd: root }).map((path) => path.replace(/^docs[\\/]/, ''))
  expect(pages.filter((page) => page !== 'README.md' && !index.includes(`](${page})`))).toEqual([])
})

test('the index of the decisions has each with its number and title', () => {
  const pages = globSync('docs/decisions/[0-9]*.md', { cwd: root }).toSorted()
  const rows = pages.map((page) => {
    const [, number, title] = /^# (\d+)\. (.+)\n/.exec(read(page)) ?? []
    expect(basename(page).slice(0, 4)).toBe(number?.padStart(4, '0'))
    return `| ${number} | [${title}](${basename(page)}) |`
  })
  expect(read('docs/decisions/README.md').match(/^\| \d+ .*$/gm)).toEqual(rows)
})

test('every test that the page on reliability names exists', () => {
  const table = /## Faults and their tests\n([\s\S]*?)\n## /.exec(read('docs/reliability.md'))?.[1] ?? ''
  const named = [...table.matchAll(/`([a-z0-9]+(?:\/[a-z0-9-]+)+)`/g)].map(([, name = '']) => `test/${name}`)
  expect(named.length).toBeGreaterThan(40)
  const isThere = (path: string): boolean =>
    existsSync(join(root, `${path}.test.ts`)) || existsSync(join(root, path))
  expect(named.filter((path) => !isThere(path))).toEqual([])
})

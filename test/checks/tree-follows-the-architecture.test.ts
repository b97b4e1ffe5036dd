import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import { expect, test } from 'vitest'

const files = execFileSync('git', [
  'ls-files',
  '--cached',
  '--others',
  '--exclude-standard',
  'src',
  'sandbox',
])
  .toString()
  .split('\n')
  .filter((path) => path.endsWith('.ts'))
const folders = new Set(files.flatMap((path) => ancestors(dirname(path))))
const page = readFileSync('ARCHITECTURE.md', 'utf8')

function ancestors(folder: string): string[] {
  return folder === '.' ? [] : [folder, ...ancestors(dirname(folder))]
}

const inQuotes = [...page.matchAll(/`([^`\n]+)`/g)].map(([, text = '']) => text)

test('every file and folder that ARCHITECTURE.md names exists', () => {
  const names = new Set(files.map((path) => basename(path)))
  const missing = inQuotes.filter((text) => {
    if (/^[a-z0-9-]+\.ts$/.test(text)) return !names.has(text)
    if (/^(src|sandbox)\/[\w./-]+\.ts$/.test(text)) return !files.includes(text)
    if (/^(src|sandbox)(\/[\w-]+)*\/?$/.test(text)) return !folders.has(text.replace(/\/$/, ''))
    return false
  })
  expect(missing).toEqual([])
})

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { compareFolders } from '../../../scripts/bundle/compare-folders.ts'

function folder(files: Readonly<Record<string, string>>): string {
  const path = mkdtempSync(join(tmpdir(), 'prentice-compare-'))
  onTestFinished(() => rmSync(path, { recursive: true, force: true }))
  for (const [name, text] of Object.entries(files)) writeFileSync(join(path, name), text)
  return path
}

test('equal folders pass', () => {
  expect(compareFolders(folder({ 'index.js': '1' }), folder({ 'index.js': '1' }))).toEqual([])
})

test('extra, missing and different files are named', () => {
  const built = folder({ 'index.js': '1', 'package.json': '{}' })
  const committed = folder({ 'index.js': '2', '663.index.js': '' })
  expect(compareFolders(built, committed)).toEqual([
    '663.index.js: is not built from the sources',
    'package.json: is missing',
    'index.js: differs',
  ])
})

test('a missing folder is named', () => {
  expect(compareFolders(folder({ 'index.js': '1' }), join(tmpdir(), 'prentice-is-not-here'))).toEqual([
    'index.js: is missing',
  ])
})

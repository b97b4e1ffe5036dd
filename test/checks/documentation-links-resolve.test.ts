import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { findBrokenLinks } from './find-broken-links.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const pages = globSync('**/*.md', { cwd: root, exclude: ['**/node_modules', '.git'] }).map((path) => ({
  path: path.replaceAll('\\', '/'),
  text: readFileSync(join(root, path), 'utf8'),
}))

test('every relative link of every page leads to a file, and to a heading where it names one', () => {
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['README.md', 'docs/api.md']))
  expect(findBrokenLinks(pages, (path) => existsSync(join(root, path)))).toEqual([])
})

test('llms.txt names every page of the documentation, and no other', () => {
  const text = readFileSync(join(root, 'llms.txt'), 'utf8')
  expect(
    findBrokenLinks([...pages, { path: 'llms.txt', text }], (path) => existsSync(join(root, path))),
  ).toEqual([])
  const named = [...text.matchAll(/\((docs\/[\w-]+\.md)\)/g)].map(([, path]) => path)
  const written = pages.map(({ path }) => path).filter((path) => /^docs\/(?!README)[\w-]+\.md$/.test(path))
  expect(named.toSorted()).toEqual(written.toSorted())
})

test('a missing file, a missing heading and a missing image are found', () => {
  const guide = {
    path: 'docs/guide.md',
    text: '# Guide\n\n[a](../README.md#try-it) [b](gone.md) [c](#guide) [d](../README.md#gone) ![e](gone.svg)\n',
  }
  const readme = {
    path: 'README.md',
    text: '# One\n\n## Try it\n\n```md\n[not a link](nowhere.md)\n```\n\n`[code](nowhere.md)` [web](https://example.com/x)\n',
  }
  const files = new Set(['README.md', 'docs/guide.md'])
  expect(findBrokenLinks([guide, readme], (path) => files.has(path))).toEqual([
    'docs/guide.md: gone.md',
    'docs/guide.md: ../README.md#gone',
    'docs/guide.md: gone.svg',
  ])
})

test('headings that are alike are numbered, and punctuation is left out', () => {
  const page = {
    path: 'a.md',
    text: '## Run `it`, now!\n\n## Again\n\n## Again\n\n[a](#run-it-now) [b](#again-1) [c](#again-2)\n',
  }
  expect(findBrokenLinks([page], () => true)).toEqual(['a.md: #again-2'])
})

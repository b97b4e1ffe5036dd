import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { builtSiteProblems } from '../../docs/site/src/built-site-problems.ts'
import { indexGroups } from '../../docs/site/src/index-groups.ts'
import { PAGES, pageId } from '../../docs/site/src/page-id.ts'
import { pageDescription, pageTitle } from '../../docs/site/src/page-text.ts'
import { siteAddress } from '../../docs/site/src/site-address.ts'
import { type Site, siteLink, siteLinkText } from '../../docs/site/src/site-link.ts'

const docs = fileURLToPath(new URL('../../docs', import.meta.url))
const read = (path: string): string => readFileSync(join(docs, path), 'utf8')
const pages = globSync(PAGES, { cwd: docs }).map((path) => path.replaceAll('\\', '/'))

test('every page of docs/ is in the sidebar exactly once', () => {
  const linked = indexGroups(read('README.md'))
    .flatMap(({ links }) => links.map(({ target }) => target))
    .filter((target) => !target.startsWith('../'))
  expect(pages.length).toBeGreaterThan(25)
  expect(linked.toSorted()).toEqual(pages.toSorted())
})

test('the sidebar has a group for each kind of readers', () => {
  expect(indexGroups(read('README.md')).map(({ label, links }) => [label, links.length > 0])).toEqual(
    ['Start', 'For callers', 'For maintainers', 'For owners', 'For operators', 'For contributors'].map(
      (label) => [label, true],
    ),
  )
})

test('every page has a title, and an address of its own', () => {
  expect(pages.map((page) => pageTitle(read(page), page)).filter((title) => /[`\]]/.test(title))).toEqual([])
  expect(new Set(pages.map(pageId)).size).toBe(pages.length)
  expect(['README.md', 'examples/README.md', 'api.md'].map(pageId)).toEqual(['index', 'examples', 'api'])
})

test('a page without a title is named', () => {
  expect(() => pageTitle('No heading.\n', 'docs/new.md')).toThrow('docs/new.md has no title')
})

test('the description of a page is the first sentence after its title', () => {
  expect(pageDescription('# A\n\nReads [`b.md`](b.md)\nonce. And more.\n\nLast.\n')).toBe('Reads b.md once.')
  expect(pageDescription('# A\n\n| a table |\n\nText.\n\nMore.\n')).toBeUndefined()
})

test('the site pins the versions of its packages, as package-lock.json has them', () => {
  const Manifest = z.object({ dependencies: z.record(z.string(), z.string()) })
  const Lockfile = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
  const { dependencies } = Manifest.parse(JSON.parse(read('site/package.json')))
  const { packages } = Lockfile.parse(JSON.parse(read('site/package-lock.json')))
  const locked = Object.keys(dependencies).map((name) => [name, packages[`node_modules/${name}`]?.version])
  expect(dependencies).toHaveProperty('astro')
  expect(Object.fromEntries(locked)).toEqual(dependencies)
})

const site: Site = {
  base: '/prentice',
  repository: 'https://github.com/o/r',
  pages: new Map([
    ['docs/README.md', 'Documentation'],
    ['docs/api.md', 'API reference'],
    ['docs/examples/README.md', 'Examples'],
  ]),
  kindOf: (path) => ({ 'app.yml': 'file' as const, 'docs/decisions': 'folder' as const })[path],
}

test.each([
  ['api.md#runs', 'docs/README.md', '/prentice/api/#runs'],
  ['../api.md', 'docs/examples/README.md', '/prentice/api/'],
  ['README.md', 'docs/api.md', '/prentice/'],
  ['examples/README.md', 'docs/api.md', '/prentice/examples/'],
  ['../app.yml#L3', 'docs/api.md', 'https://github.com/o/r/blob/main/app.yml#L3'],
  ['decisions/', 'docs/api.md', 'https://github.com/o/r/tree/main/docs/decisions'],
  ['#runs', 'docs/api.md', '#runs'],
  ['https://example.com/a.md', 'docs/api.md', 'https://example.com/a.md'],
  ['mailto:a@example.com', 'docs/api.md', 'mailto:a@example.com'],
])('the link %s of %s leads to %s', (target, from, address) => {
  expect(siteLink(target, from, site)).toBe(address)
})

test('a link to a missing file stops the build', () => {
  expect(() => siteLink('gone.md', 'docs/api.md', site)).toThrow('docs/api.md links to gone.md')
})

test('a link named after the file of a page is named after the page', () => {
  const textOf = (text: string, target: string) => siteLinkText(text, target, 'docs/README.md', site)
  expect(textOf('api.md', 'api.md#runs')).toBe('API reference')
  expect(textOf('the API', 'api.md')).toBe('the API')
  expect(textOf('app.yml', '../app.yml')).toBe('app.yml')
})

test.each([
  [undefined, { base: '' }],
  ['', { base: '' }],
  ['https://docs.example.com', { origin: 'https://docs.example.com', base: '' }],
  ['https://o.github.io/prentice/', { origin: 'https://o.github.io', base: '/prentice' }],
])('the address %s has these parts', (url, parts) => {
  expect(siteAddress(url)).toEqual(parts)
})

test('an address without a scheme is refused', () => {
  expect(() => siteAddress('example.com/docs')).toThrow('SITE_URL is "example.com/docs"')
})

test('dead links and foreign resources of the built site are found', () => {
  const html = `<link rel="stylesheet" href="/b/style.css"><link rel="canonical" href="https://o.io/b/">
    <a href="/b/api/">1</a> <a href="/b/api/#runs">2</a> <a href="#here">3</a> <h2 id="here">4</h2>
    <a href="https://example.com">5</a> <a href="/api/">6</a> <a href="/b/gone/">7</a> <a href="/b/api/#gone">8</a>
    <script src="https://cdn.example.com/x.js"></script> <img alt="" src="gone.svg">`
  const built = [
    { path: '/index.html', html },
    { path: '/api/index.html', html: '<h2 id="runs">Runs</h2>' },
  ]
  const files = new Set(['/index.html', '/api/index.html', '/style.css'])
  expect(builtSiteProblems(built, files, '/b')).toEqual([
    '/index.html: /api/',
    '/index.html: /b/gone/',
    '/index.html: /b/api/#gone',
    '/index.html: loads https://cdn.example.com/x.js',
    '/index.html: gone.svg',
  ])
})

import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { parse } from 'yaml'

const root = fileURLToPath(new URL('../..', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const { name, private: isPrivate = false, devDependencies } = JSON.parse(read('package.json'))
const PAGES = ['*.md', 'llms.txt', 'docs/**/*.{md,ts,js,mjs}', 'examples/**/*.md']
/** What the documentation site installs and builds. */
const NOT_OURS = ['**/node_modules', 'docs/site/dist', 'docs/site/.astro']
const pages = globSync(PAGES, { cwd: root, exclude: NOT_OURS }).map((path) => ({ path, text: read(path) }))

interface Package {
  readonly name: string
  readonly isPrivate: boolean
  /** Tools of this repository, which may be started with `npx` in its checkout. */
  readonly tools: readonly string[]
}

/** Each word that names a package other than ours, or that takes ours from a registry that does not have it. */
function wrongNames(text: string, ours: Package): string[] {
  const all = (pattern: RegExp): string[] => [...text.matchAll(pattern)].map(([, found = '']) => found)
  const imported = all(/(?<=[`'"])((?:@[\w.-]+\/)?[\w-]+)\/client(?=[`'"])/g).filter((it) => it !== 'src')
  const packed = all(/(?<=\.\/)([\w-]+)-(?:\*|\d+\.\d+\.\d+)\.tgz/g)
  const started = all(/\bnpx (?:-\S+ )*([@\w][\w./-]*)/g).filter((it) => !ours.tools.includes(it))
  const installed = all(/\bnpm (?:install|i) (?:-\S+ )*([@a-z][\w./-]*)/g)
  return [
    ...imported.filter((it) => it !== ours.name),
    ...packed.filter((it) => it !== ours.name.replace('@', '').replace('/', '-')),
    ...started.filter((it) => ours.isPrivate || it !== ours.name),
    // Every other package that a page installs is somebody else's; ours is in no registry while it is private.
    ...installed.filter((it) => ours.isPrivate && it === ours.name),
  ]
}

test('every page names the package of package.json, and installs it by name only if it is published', () => {
  const ours = { name, isPrivate, tools: Object.keys(devDependencies) }
  expect(pages.map(({ path }) => path)).toEqual(expect.arrayContaining(['docs/cli.md', 'docs/client.md']))
  const wrong = pages.flatMap(({ path, text }) => wrongNames(text, ours).map((found) => `${path}: ${found}`))
  expect(wrong).toEqual([])
  expect(read('docs/cli.md').includes('not in the npm registry')).toBe(isPrivate)
})

const OURS = { name: '@acme/prentice', isPrivate: false, tools: ['vitest'] }
test.each([
  ['npx prentice-cli login', ['prentice-cli']],
  ['npx -y @acme/prentice login', []],
  ['npx vitest run', []],
  ["import { createClient } from 'prentice/client'", ['prentice']],
  ["import { createClient } from '@acme/prentice/client'", []],
  ['the folder `src/client`', []],
  ['npm install ./prentice-*.tgz', ['prentice']],
  ['npm install ./acme-prentice-1.2.3.tgz', []],
  ['npm install --global @acme/prentice', []],
])('in %j, the names that are not ours are %j', (text, expected) => {
  expect(wrongNames(text, OURS)).toEqual(expected)
})

test('a private package is not taken from the registry', () => {
  const text = 'npx @acme/prentice login\nnpm install --global @acme/prentice\n'
  expect(wrongNames(text, { ...OURS, isPrivate: true })).toEqual(['@acme/prentice', '@acme/prentice'])
})

test('a tag publishes the package without a token, from the environment that reviewers protect', () => {
  const text = read('.github/workflows/release.yml')
  const { on, jobs } = parse(text)
  expect(on).toEqual({ push: { tags: ['v[0-9]+.[0-9]+.[0-9]+'] } })
  const publishing = Object.entries<{ steps: { run?: string }[] }>(jobs).filter(([, { steps }]) =>
    steps.some(({ run = '' }) => run.includes('npm publish')),
  )
  expect(publishing).toEqual([
    ['npm', expect.objectContaining({ environment: 'npm', permissions: { 'id-token': 'write' } })],
  ])
  const runs = jobs.npm.steps.flatMap(({ run }: { run?: string }) => run ?? [])
  expect(runs).toEqual(['npm publish "./$TARBALL" --provenance --access public --ignore-scripts'])
  expect(text).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/)
})

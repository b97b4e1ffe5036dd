import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '../../../../src/app/http/dashboard')
/** All pages share them. */
const SHARED = /^(assets|frame)\//

/** The classes with which the selectors of a stylesheet begin. */
const classesOf = (css: string): string[] =>
  [...css.replace(/\/\*[\s\S]*?\*\//g, '').matchAll(/(?:^|[},{])\s*\.([a-z][\w-]*)/g)].map(
    ([, name = '']) => name,
  )

test('no two folders begin a selector with the same class, as all pages load one stylesheet', () => {
  const folders = new Map<string, Set<string>>()
  for (const path of globSync('**/*.css', { cwd: ROOT }).filter((file) => !SHARED.test(file)))
    for (const name of classesOf(readFileSync(join(ROOT, path), 'utf8')))
      folders.set(name, (folders.get(name) ?? new Set()).add(path.split('/')[0] ?? ''))
  const shared = [...folders].filter(([, found]) => found.size > 1).map(([name, found]) => [name, ...found])
  expect(shared).toEqual([])
})

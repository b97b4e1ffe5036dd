import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const bundle = readFileSync('dist/index.js', 'utf8')

test('dist contains one program, its module type and its licences', () => {
  expect(readdirSync('dist').sort()).toEqual(['index.js', 'licenses.txt', 'package.json'])
  expect(readFileSync('dist/package.json', 'utf8')).toContain('"type": "module"')
})

test('dist contains no data of the build machine', () => {
  expect(bundle).not.toContain(resolve('.'))
  expect(bundle).not.toContain('file:///')
})

test('each bundled package is on the list with its licence', () => {
  // ncc writes: name, licence, text, for each package that has code in the bundle.
  const found = readFileSync('dist/licenses.txt', 'utf8').matchAll(
    /^((?:@[\w.-]+\/)?[a-z][\w.-]*)\n(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|[A-Z][\w.-]+)$/gm,
  )
  const packages = [...found]
    .map(([, name, licence]) => [name, licence])
    .filter(([name]) => name !== 'prentice')
  expect(Object.fromEntries(packages)).toEqual(
    JSON.parse(readFileSync('test/bundle/build/third-party.json', 'utf8')),
  )
})

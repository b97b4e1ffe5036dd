import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { expect, test } from 'vitest'

const ENTRY = 'index.js'
/** One for each part of the program, which is loaded when it is needed. ncc numbers them. */
const PARTS = readdirSync('dist').filter((name) => /^\d+\.index\.js$/.test(name))
const read = (name: string): string => readFileSync(`dist/${name}`, 'utf8')

test('dist contains the action and the program that scales images, with module types and licences', () => {
  expect(new Set(readdirSync('dist'))).toEqual(
    new Set([ENTRY, ...PARTS, 'licenses.txt', 'package.json', 'scale-image']),
  )
  expect(readdirSync('dist/scale-image').sort()).toEqual([
    ...['index.js', 'licenses.txt', 'package.json', 'photon_rs_bg.wasm'],
  ])
  for (const folder of ['dist', 'dist/scale-image'])
    expect(readFileSync(`${folder}/package.json`, 'utf8')).toContain('"type": "module"')
})

test('dist contains no data of the build machine', () => {
  for (const name of [ENTRY, ...PARTS]) {
    expect(read(name), name).not.toContain(resolve('.'))
    expect(read(name), name).not.toContain('file:///')
  }
})

test('the entry holds no package, whose licence ncc would leave out', () => {
  expect(Buffer.byteLength(read(ENTRY))).toBeLessThan(20_000)
})

function packagesIn(licences: string): Record<string, string> {
  // ncc writes: name, licence, text, for each package that has code in the bundle.
  const found = readFileSync(licences, 'utf8').matchAll(
    /^((?:@[\w.-]+\/)?[a-z][\w.-]*)\n(MIT|ISC|0BSD|Apache-2\.0|BSD-[23]-Clause|[A-Z][\w.-]+)$/gm,
  )
  const packages = [...found].map(([, name, licence]) => [name, licence])
  return Object.fromEntries(packages.filter(([name]) => name !== 'prentice'))
}

test('each bundled package is on the list with its licence', () => {
  expect(packagesIn('dist/licenses.txt')).toEqual(
    JSON.parse(readFileSync('test/bundle/build/third-party.json', 'utf8')),
  )
  expect(packagesIn('dist/scale-image/licenses.txt')).toEqual({ '@silvia-odwyer/photon-node': 'Apache-2.0' })
})

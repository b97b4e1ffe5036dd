import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { rehearse } from '../../scripts/release/rehearse.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'

const ROOT = join(import.meta.dirname, '../..')
const VERSION = '9.8.7'

test('a release goes through all its steps on this machine, and changes nothing of the checkout', async () => {
  const git = (...args: readonly string[]) => execFileSync('git', ['-C', ROOT, ...args], { encoding: 'utf8' })
  const files = ['package.json', 'package-lock.json', 'CHANGELOG.md'].map((file) => join(ROOT, file))
  const state = () => [
    ...[git('rev-parse', 'HEAD'), git('tag', '--list'), git('remote', '-v')],
    ...files.map((file) => readFileSync(file, 'utf8')),
  ]
  const before = state()
  const [folder, out] = [temporaryFolder(), temporaryFolder()]
  const told: string[] = []
  await rehearse({
    ...{ root: ROOT, version: VERSION, date: '2031-01-31', environment: process.env, folder, out },
    tell: (line) => void told.push(line),
  })
  expect(state()).toEqual(before)
  expect(told.filter((line) => line.startsWith('  Node '))).toHaveLength(3)
  expect(readdirSync(out).toSorted()).toEqual([
    'image-files.txt',
    'notes.md',
    'prentice-9.8.7.tgz',
    'prentice.cdx.json',
  ])
  expect(readFileSync(join(out, 'notes.md'), 'utf8')).toContain('### Added')
  const sbom = JSON.parse(readFileSync(join(out, 'prentice.cdx.json'), 'utf8'))
  expect(sbom).toMatchObject({ bomFormat: 'CycloneDX', metadata: { component: { version: VERSION } } })
  const { dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'))
  const listed = sbom.components.map(({ purl }: { purl: string }) => decodeURIComponent(purl))
  const expected = Object.entries(dependencies).map(([name, version]) => `pkg:npm/${name}@${version}`)
  expect(expected.filter((purl) => !listed.includes(purl))).toEqual([])
}, 1_800_000)

import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { INSTALLATION, installationOf } from '../../../sandbox/world/installation.ts'

const ROOT = join(import.meta.dirname, '../../..')

test('in a checkout, the programs are sources', () => {
  expect([INSTALLATION.kind, INSTALLATION.root]).toEqual(['checkout', ROOT])
  for (const program of ['app/main', 'app/keys/cli/cli'])
    expect(existsSync(INSTALLATION.program(program))).toBe(true)
})

test('in a package, the programs are compiled', () => {
  const { kind, root, program } = installationOf('/app/node_modules/prentice/sandbox/serve.js')
  expect([kind, root, program('app/main')]).toEqual([
    'package',
    '/app/node_modules/prentice',
    '/app/node_modules/prentice/lib/app/main.js',
  ])
})

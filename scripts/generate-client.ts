/**
 * Makes test/fixtures/typed-client.json: a typed client of the HTTP interface, as a caller would generate it from
 * /openapi.json, with the description it was made from. The generator needs the compiler interface of TypeScript 6,
 * which 7 does not have, so both stay outside the checkout:
 *
 *   npm install --prefix "$DIR" @hey-api/openapi-ts@0.99.0 typescript@6.0.3 && node scripts/generate-client.ts "$DIR"
 */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { openAppServer } from '../test/support/open-app-server.ts'

const [directory] = process.argv.slice(2)
if (directory === undefined)
  throw new Error('usage: node scripts/generate-client.ts <directory of the npm install>')
const generator = join(directory, 'node_modules', '@hey-api', 'openapi-ts')
const { version } = JSON.parse(readFileSync(join(generator, 'package.json'), 'utf8'))

const app = await openAppServer()
const { json: description } = await app.call('GET', '/openapi.json')
await app.close()

const scratch = mkdtempSync(join(tmpdir(), 'prentice-client-'))
try {
  const input = join(scratch, 'openapi.json')
  const output = join(scratch, 'client')
  writeFileSync(input, JSON.stringify(description))
  generate(input, output)
  const files = Object.fromEntries(
    readdirSync(output, { recursive: true, encoding: 'utf8' })
      .filter((name) => name.endsWith('.ts'))
      .sort()
      .map((name) => [name, readFileSync(join(output, name), 'utf8')]),
  )
  const made = { source: `@hey-api/openapi-ts ${version}, MIT licence`, files, description }
  const target = join(import.meta.dirname, '..', 'test', 'fixtures', 'typed-client.json')
  writeFileSync(target, `${JSON.stringify(made, null, 1)}\n`)
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function generate(input: string, output: string): void {
  const config = {
    input,
    output: { path: output, module: { extension: '.ts' } },
    plugins: ['@hey-api/client-fetch', '@hey-api/typescript', '@hey-api/sdk'],
    logs: { level: 'silent' },
  }
  const program = `import { createClient } from '@hey-api/openapi-ts'; await createClient(${JSON.stringify(config)})`
  const file = join(directory ?? '', 'generate.mjs')
  writeFileSync(file, program)
  const { status } = spawnSync(process.execPath, [file], { stdio: 'inherit' })
  if (status !== 0) throw new Error(`${generator} made no client`)
}

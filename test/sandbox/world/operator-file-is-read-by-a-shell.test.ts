import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { writeOperatorFile } from '../../../sandbox/world/operator-file.ts'

const KEY = '-----BEGIN RSA PRIVATE KEY-----\nMII/+==\n-----END RSA PRIVATE KEY-----\n'
const GIVEN = { PATH: '/bin', APP_ID: '7', PRIVATE_KEY: KEY, KEY_PEPPER: 'not a secret: $HOME `id` "x"' }

test('a shell reads the variables as they are, and nobody else can read the file', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'operator-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  const path = await writeOperatorFile(directory, { ...GIVEN, QUOTED: "it's" })
  expect((await stat(path)).mode & 0o777).toBe(0o600)
  const script = '. "$0" && printf "%s|" "$APP_ID" "$PRIVATE_KEY" "$KEY_PEPPER" "$QUOTED"'
  const read = execFileSync('/bin/sh', ['-c', script, path], { encoding: 'utf8', env: {} })
  expect(read).toBe(`7|${KEY}|${GIVEN.KEY_PEPPER}|it's|`)
})

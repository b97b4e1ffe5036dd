import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { READ_TOKEN, WRITE_TOKEN } from '../../fakes/github/one-repository.ts'
import { finish, greetTheMoon } from '../../support/whole-run/calls.ts'
import { openWorld } from '../support/bundle-world.ts'

test('no child process has secrets in its environment or arguments, and only git has tokens', async () => {
  const { start, folder, app } = await openWorld({ calls: [greetTheMoon, finish()] })
  const seen = join(folder, 'seen')
  const real = execFileSync('sh', ['-c', 'command -v git'], { encoding: 'utf8' }).trim()
  mkdirSync(join(folder, 'bin'))
  const spy = `#!/bin/sh\n{ printf '%s ' "$@"; echo; env; } >> '${seen}'\nexec '${real}' "$@"\n`
  writeFileSync(join(folder, 'bin/git'), spy, { mode: 0o755 })
  const run = await start({
    inputs: { 'github-token': 'ghs_of-the-workflow' },
    env: {
      PATH: `${join(folder, 'bin')}:${process.env.PATH}`,
      MY_TOKEN: 'some-other-token',
      GH_TOKEN: 'gh-token-1',
      ANTHROPIC_CUSTOM_HEADERS: 'x-tenant: header-of-the-test\nx-other: Bearer second-header-1',
    },
  }).ended
  expect(run.code).toBe(0)
  const text = readFileSync(seen, 'utf8')
  expect(text).toContain('push')
  const secrets = [
    'sk-ant-key-of-the-test',
    'oidc-request-token-of-the-test',
    'ghs_of-the-workflow',
    'some-other-token',
    'gh-token-1',
    'header-of-the-test',
    'second-header-1',
    READ_TOKEN,
    WRITE_TOKEN,
    ...app.secrets,
    'INPUT_',
    'ACTIONS_ID_TOKEN',
  ]
  for (const secret of secrets) expect(text).not.toContain(secret)
  const carried = Buffer.from(`x-access-token:${WRITE_TOKEN}`).toString('base64')
  const lines = text.split('\n').filter((line) => line.includes(carried))
  for (const line of lines) expect(line).toMatch(/^GIT_CONFIG_VALUE_\d+=AUTHORIZATION: basic /)
  expect(lines.length).toBeGreaterThan(0)
})

test('every secret is masked before it can be printed', async () => {
  const { start, app } = await openWorld({ calls: [greetTheMoon, finish()] })
  const { log } = await start().ended
  for (const secret of ['sk-ant-key-of-the-test', READ_TOKEN, WRITE_TOKEN, ...app.secrets]) {
    const lines = log.split('\n').filter((line) => line.includes(secret))
    expect(lines).toEqual([`::add-mask::${secret}`])
  }
})

import { chmodSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { givenRemote } from '../given-remote.ts'

/** A git of this version, first in the path. */
async function prepareWith(version: string) {
  const given = await givenRemote({ 'a.txt': 'a\n' })
  const program = join(given.folder, 'git')
  const real = `PATH=${JSON.stringify(process.env.PATH)} exec git "$@"`
  writeFileSync(
    program,
    `#!/bin/sh\n[ "$1" != version ] || { echo ${JSON.stringify(version)}; exit; }\n${real}\n`,
  )
  chmodSync(program, 0o755)
  return given.prepare({ environment: { PATH: `${given.folder}:${process.env.PATH}` } })
}

test.each(['git version 2.34.1', 'git version 1.99.0'])(
  '%s is refused before anything is fetched',
  (version) =>
    expect(prepareWith(version)).rejects.toThrow(
      `\`runs-on\` or \`container\` names a machine with ${version}; install git 2.38 or newer there`,
    ),
)

test.each(['git version 2.38.0', 'git version 2.39.3 (Apple Git-146)', 'git version 3.0.0'])(
  '%s will do',
  (version) => expect(prepareWith(version)).resolves.toMatchObject({ ok: true }),
)

test('a program that is not git is reported with its output', () =>
  expect(prepareWith('gitoxide 1')).rejects.toThrow('git gave no version, but: gitoxide 1'))

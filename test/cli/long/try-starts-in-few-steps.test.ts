import { chmodSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { gitIn, tryScene } from '../try-scene.ts'

/** What git is called with, written by a program of its name. */
async function callsIn(files: number): Promise<string[]> {
  const scene = await tryScene()
  const { clone, outside, environment } = scene
  const stream = Array.from(
    { length: files },
    (_, at) => `M 100644 inline many/f${at % 100}/${at}.txt\ndata ${String(at).length}\n${at}\n`,
  )
  const commit =
    'commit refs/heads/main\ncommitter A <a@example.com> 1700000000 +0000\ndata 4\nMany\nfrom refs/heads/main^0\n'
  writeFileSync(join(outside, 'stream'), `${commit}${stream.join('')}\n`)
  gitIn(clone, '-c', 'alias.many=!git fast-import --quiet --force <../outside/stream', 'many')
  scene.git('reset', '--quiet', '--hard')
  const git = gitIn(clone, '-c', 'alias.where=!command -v git', 'where').trim()
  writeFileSync(
    join(outside, 'git'),
    `#!/bin/sh\necho "$1" >>'${outside}/calls'\nPATH=${environment.PATH} exec '${git}' "$@"\n`,
  )
  chmodSync(join(outside, 'git'), 0o755)
  const { code } = await scene.run(['Wait 0 seconds'], {
    environment: { PATH: `${outside}:${environment.PATH}` },
  })
  expect(code).toBe(0)
  return readFileSync(join(outside, 'calls'), 'utf8').trim().split('\n')
}

test('a clone with 8,000 files takes no more calls of git than a small one', {
  timeout: 300_000,
}, async () => {
  const [small, large] = [await callsIn(1), await callsIn(8000)]
  expect(large.toSorted()).toEqual(small.toSorted())
  expect(small.length).toBeLessThan(50)
})

import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

const OPEN_STORE = new URL('../../../src/app/store/open/open-store.ts', import.meta.url).href

/** Opens a database in a process of its own, and prints the paths of the packages that this has loaded. */
const SCRIPT = `
  import { createRequire } from 'node:module'
  const { openStore } = await import('${OPEN_STORE}')
  await openStore(process.argv[1]).then((store) => store.close(), () => undefined)
  console.log(Object.keys(createRequire(import.meta.url).cache).join('\\n'))
`

test.each([
  ['sqlite::memory:', []],
  ['postgres://u@127.0.0.1:9/x', ['pg']],
  ['redis://127.0.0.1:9/0', ['@redis/client']],
])('a process on %s loads the clients %j', async (url, expected) => {
  const args = ['--input-type=module', '--eval', SCRIPT, url]
  const { stdout } = await promisify(execFile)(process.execPath, args)
  const loaded = ['pg', '@redis/client'].filter((name) => stdout.includes(`node_modules/${name}/`))
  expect(loaded).toEqual(expected)
})

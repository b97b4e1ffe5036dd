import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { listRefs } from '../../../../sandbox/github/git/list-refs.ts'

const ID = 'a'.repeat(40)

test('a folder that git removes with its last branch does not disturb the list of the others', async () => {
  const gitDirectory = mkdtempSync(join(tmpdir(), 'refs-'))
  onTestFinished(() => rmSync(gitDirectory, { recursive: true }))
  const heads = join(gitDirectory, 'refs/heads')
  for (const folder of [heads, join(gitDirectory, 'refs/tags')]) mkdirSync(folder, { recursive: true })
  writeFileSync(join(heads, 'main'), `${ID}\n`)
  let isOver = false
  const comesAndGoes = async () => {
    for (let n = 0; !isOver; n += 1) {
      mkdirSync(join(heads, `work/${n % 7}`), { recursive: true })
      await setImmediate()
      rmSync(join(heads, 'work'), { recursive: true, force: true })
      if (n % 2 === 0) await setImmediate()
    }
  }
  const git = comesAndGoes()
  for (let n = 0; n < 100; n += 1) expect((await listRefs({ gitDirectory })).get('refs/heads/main')).toBe(ID)
  isOver = true
  await git
})

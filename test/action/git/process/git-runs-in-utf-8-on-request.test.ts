import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { gitEnvironment } from '../../../../src/action/git/process/git-environment.ts'
import { spawnGit } from '../../../../src/action/git/process/spawn-git.ts'

test.each([
  [undefined, 'C'],
  [true, 'C.UTF-8'],
])('with inUtf8 %s, the locale of git is %s', async (inUtf8, locale) => {
  const env = gitEnvironment({ gitDir: tmpdir(), workTree: tmpdir() }, { PATH: process.env.PATH })
  const asked = ['-c', 'alias.locale=!printenv LC_ALL', 'locale']
  const { stdout } = await spawnGit(asked, { cwd: tmpdir(), env }, inUtf8 === undefined ? {} : { inUtf8 })
  expect(stdout.toString().trim()).toBe(locale)
})

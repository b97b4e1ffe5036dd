import { tmpdir } from 'node:os'
import { expect, test } from 'vitest'
import { spawnGit } from '../../../../src/action/git/process/spawn-git.ts'

const AROUND = { cwd: tmpdir(), env: { PATH: process.env.PATH ?? '' } }
/** For longer than a test may take. */
const SLEEP = 'sleep 600'
/** A git command that does what the shell says. */
const shell = (script: string) => ['-c', `alias.run=!${script}`, 'run']

test('output over the limit is cut, and the part before it is returned', async () => {
  const { code, stdout, cut } = await spawnGit(shell('yes'), AROUND, { maxBytes: 10 })
  expect({ code, stdout: stdout.toString(), cut }).toEqual({ code: 0, stdout: 'y\n'.repeat(5), cut: true })
})

test('a command over its time is ended with all that it started', async () => {
  const { code, cut } = await spawnGit(shell(`${SLEEP} & ${SLEEP}`), AROUND, { timeoutMs: 50 })
  expect({ code, cut }).toEqual({ code: 124, cut: true })
})

test('the end of the run is the end of the command', async () => {
  const controller = new AbortController()
  const running = spawnGit(shell(SLEEP), { ...AROUND, signal: controller.signal })
  setTimeout(() => controller.abort(new Error('cancelled')), 50)
  await expect(running).rejects.toThrow('cancelled')
})

test('a failing command is a result', async () => {
  expect(await spawnGit(['nonsense'], AROUND, { input: 'x'.repeat(1_000_000) })).toMatchObject({
    code: 1,
    cut: false,
  })
})

test('the error on a runner without git names what to install', async () => {
  await expect(spawnGit(['--version'], { ...AROUND, env: { PATH: '/nowhere' } })).rejects.toThrow(
    'install git 2.38',
  )
})

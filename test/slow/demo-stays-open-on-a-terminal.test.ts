import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { realGit } from '../support/action/real-git.ts'
import { COMPILED } from '../support/processes/compiled.ts'
import { until } from '../support/world/jobs.ts'

const ROOT = join(import.meta.dirname, '../..')

const repository = async (): Promise<string> => {
  const root = await mkdtemp(join(tmpdir(), 'prentice-demo-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  await writeFile(join(root, 'a.txt'), 'one\n')
  const git = realGit(root)
  const person = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com']
  for (const args of [
    ['init', '-q'],
    ['add', '-A'],
    [...person, 'commit', '-q', '-m', 'Say a number'],
  ])
    expect(await git(args)).toMatchObject({ code: 0 })
  return root
}

/** The demo on a pseudo-terminal of `script`, which passes on what is written to its input. */
const demoOnTerminal = async (env: Readonly<Record<string, string>> = {}) => {
  const command = `exec '${process.execPath}' sandbox/demo.ts --repo '${await repository()}'`
  const child = spawn('script', ['--quiet', '--return', '--command', command, '/dev/null'], {
    cwd: ROOT,
    env: { PATH: process.env.PATH, HOME: tmpdir(), TERM: 'dumb', NO_COLOR: '1', ...COMPILED, ...env },
  })
  const demo = { child, text: '', ended: once(child, 'close') }
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    demo.text += part
  })
  return demo
}

test.each([
  ['Enter', '\r'],
  ['Ctrl-D', '\u0004'],
  ['Ctrl-C', '\u0003'],
])('on a terminal, the links work until %s', async (_key, bytes) => {
  const demo = await demoOnTerminal()
  await until('the demo to wait', async () => (demo.text.includes('Press Enter') ? true : null))
  const link = /pull request {2}(\S+)/.exec(demo.text)?.[1] ?? ''
  expect((await fetch(link)).status).toBe(200)
  demo.child.stdin.write(bytes)
  expect(await demo.ended).toEqual([0, null])
  await expect(fetch(link)).rejects.toThrow('fetch failed')
})

test('in CI, a terminal is not waited for', async () => {
  const demo = await demoOnTerminal({ CI: 'true' })
  expect(await demo.ended).toEqual([0, null])
  expect(demo.text).not.toContain('Press Enter')
  expect(demo.text).toContain('end now')
})

import { spawn } from 'node:child_process'
import type { Git } from '../../../src/action/git/process/git.ts'

/** Real git in a folder, without the hardening of the product's own runner. */
export const realGit =
  (root: string): Git =>
  (args, { maxBytes = 32 * 1024 * 1024, timeoutMs = 20_000, input = '', inUtf8 = false } = {}) =>
    new Promise((resolve, reject) => {
      const env = {
        ...{ PATH: process.env.PATH, GIT_CONFIG_GLOBAL: '/dev/null', GIT_CONFIG_NOSYSTEM: '1' },
        LC_ALL: inUtf8 ? 'C.UTF-8' : 'C',
      }
      const child = spawn('git', args, { cwd: root, env, stdio: ['pipe', 'pipe', 'pipe'] })
      // It may end before it has read it.
      child.stdin.on('error', () => undefined)
      child.stdin.end(input)
      const out: Buffer[] = []
      const err: Buffer[] = []
      let cut = false
      const end = () => {
        cut = true
        child.kill('SIGKILL')
      }
      const timer = setTimeout(end, timeoutMs)
      child.stdout.on('data', (chunk: Buffer) => {
        out.push(chunk)
        if (out.reduce((sum, part) => sum + part.length, 0) > maxBytes) end()
      })
      child.stderr.on('data', (chunk: Buffer) => err.push(chunk))
      child.on('error', reject)
      child.on('close', (code) => {
        clearTimeout(timer)
        const stdout = Buffer.concat(out).subarray(0, maxBytes).toString()
        resolve({ code: code ?? 1, stdout, stderr: Buffer.concat(err).toString(), cut })
      })
    })

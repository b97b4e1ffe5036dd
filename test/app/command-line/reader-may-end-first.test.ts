import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test('a command whose reader ends first, such as head, completes normally', async () => {
  const REUSABLE_WORKFLOWS = `acme/.github/.github/workflows/prentice.yml@${'a'.repeat(40)}`
  const env = { PATH: process.env.PATH, PUBLIC_URL: 'https://prentice.example.com', REUSABLE_WORKFLOWS }
  const child = spawn(process.execPath, ['src/app/onboarding/print-workflow.ts', 'calling'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ said, code }).toEqual({ said: '', code: 0 })
})

import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { afterEach, expect, test } from 'vitest'

const started: ChildProcess[] = []
afterEach(() => {
  for (const child of started.splice(0)) child.kill('SIGKILL')
})

test('a command whose reader ends first, such as head, completes normally', async () => {
  const [PUBLIC_URL, ACTION_REF] = ['https://prentice.example.com', `acme/prentice@${'a'.repeat(40)}`]
  const env = { PATH: process.env.PATH, PUBLIC_URL, ACTION_REF }
  const child = spawn(process.execPath, ['src/app/onboarding/print-workflow.ts'], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  started.push(child)
  child.stdout.destroy()
  const [said, [code]] = await Promise.all([text(child.stderr), once(child, 'exit')])
  expect({ said, code }).toEqual({ said: '', code: 0 })
})

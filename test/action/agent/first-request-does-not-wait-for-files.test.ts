import { expect, test } from 'vitest'
import { call, finish, runScript } from '../../support/action/scripted-run.ts'

const READ = call(['read', { path: 'hello.txt' }])

test('the model is asked while the files are written, and no tool runs before they are there', async () => {
  const { promise: filesWritten, resolve } = Promise.withResolvers<void>()
  let areWritten = false
  const toolsRanAfter: boolean[] = []
  const { outcome, requests } = await runScript({
    turns: [READ, finish()],
    filesWritten,
    onEvent({ type }) {
      if (type === 'tool') toolsRanAfter.push(areWritten)
      if (type !== 'step' || areWritten) return
      setTimeout(() => {
        areWritten = true
        resolve()
      }, 100)
    },
  })
  expect(outcome.reason).toBeNull()
  expect([toolsRanAfter, requests.length]).toEqual([[true, true], 2])
})

test('if the files cannot be written, no tool runs and the work is not looked at', async () => {
  let looks = 0
  const error = new Error('the disk is full')
  const filesWritten = Promise.reject(error)
  filesWritten.catch(() => undefined)
  const { outcome, events } = await runScript({
    turns: [READ, finish()],
    filesWritten,
    beforeRead() {
      looks += 1
    },
  })
  expect(outcome).toMatchObject({ publishable: false, error, usage: { steps: 1 } })
  expect(events.filter(({ type }) => type === 'tool')).toEqual([])
  expect(looks).toBe(0)
})

import { expect, test } from 'vitest'
import { Closing } from '../../../sandbox/world/closing.ts'

test('parts close in reverse order, once each, even if one fails', async () => {
  const events: string[] = []
  const closing = new Closing((message) => events.push(message))
  await closing.add(async () => events.push('first'))
  await closing.add(() => Promise.reject(new Error('broken')))
  await closing.add(async () => events.push('last'))
  await Promise.all([closing.close(), closing.close()])
  expect(events).toEqual(['last', 'closing the sandbox: Error: broken', 'first'])
  expect(closing.signal.aborted).toBe(true)
})

test('a part that starts after the close is ended immediately', async () => {
  const closing = new Closing(() => {})
  await closing.close()
  let ended = false
  const added = closing.add(async () => {
    ended = true
  })
  await expect(added).rejects.toThrow('closed while it started')
  expect(ended).toBe(true)
})

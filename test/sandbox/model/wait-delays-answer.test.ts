import { expect, test } from 'vitest'
import { askOnce, frame, letItWork, startModel } from './model-scene.ts'

test('a wait delays the next call once', async () => {
  const wait = 'Wait 0.1 seconds\n'
  const first = frame(1, `Create a.md with "a"\n${wait}Create b.md with "b"\n${wait}`)
  const onFinish = (count: number) => (count === 0 ? frame(2, 'Create c.md with "c"') : null)
  const start = performance.now()
  const { steps, waitsMs } = await letItWork(first, {}, { onFinish })
  expect(performance.now() - start).toBeGreaterThan(190)
  expect(steps.map(({ tool }) => tool)).toEqual(['write', 'write', 'finish', 'write'])
  expect(waitsMs).toEqual([0, 100, 100, 0, 0])
})

test('a disconnected client ends the wait', async () => {
  const model = await startModel()
  const gone = new AbortController()
  const asked = askOnce(model.url, [{ role: 'user', content: frame(1, 'Wait 600 seconds') }], {
    abortSignal: gone.signal,
  })
  await expect.poll(() => model.requests()).toHaveLength(1)
  gone.abort()
  await asked.catch(() => {})
  // Ends only when the last request has ended.
  await model.close()
})

test('a forced finish does not wait', async () => {
  const model = await startModel()
  const messages = [{ role: 'user' as const, content: frame(1, 'Wait 600 seconds\nCreate a.md with "a"') }]
  const { calls } = await askOnce(model.url, messages, { force: 'finish' })
  expect(calls.map(({ toolName }) => toolName)).toEqual(['finish'])
})

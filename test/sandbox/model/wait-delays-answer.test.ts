import { expect, test } from 'vitest'
import { askOnce, frame, letItWork, startModel } from './model-scene.ts'

test('a wait delays what comes after it, once', async () => {
  const work = async (wait: string) => {
    const start = performance.now()
    const first = frame(1, `Create a.md with "a"\n${wait}Create b.md with "b"\n${wait}`)
    const { steps } = await letItWork(
      first,
      {},
      {
        onFinish: (count) => (count === 0 ? frame(2, 'Create c.md with "c"') : null),
      },
    )
    expect(steps.map(({ tool }) => tool)).toEqual(['write', 'write', 'finish', 'write'])
    return performance.now() - start
  }
  const itself = await work('')
  const elapsed = await work('Wait 0.3 seconds\n')
  expect(elapsed).toBeGreaterThan(590)
  // However busy the machine is: a third wait would show.
  expect(elapsed - itself).toBeLessThan(890)
})

test('a client that hangs up ends the wait', async () => {
  const model = await startModel()
  const gone = AbortSignal.timeout(50)
  const asked = askOnce(model.url, [{ role: 'user', content: frame(1, 'Wait 600 seconds') }], {
    abortSignal: gone,
  })
  await asked.catch(() => {})
  expect(model.requests()).toHaveLength(1)
  const start = performance.now()
  await model.close()
  expect(performance.now() - start).toBeLessThan(1000)
})

test('a forced finish is given at once', async () => {
  const model = await startModel()
  const messages = [{ role: 'user' as const, content: frame(1, 'Wait 600 seconds\nCreate a.md with "a"') }]
  const { calls } = await askOnce(model.url, messages, { force: 'finish' })
  expect(calls.map(({ toolName }) => toolName)).toEqual(['finish'])
})

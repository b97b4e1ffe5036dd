import { expect, test } from 'vitest'
import { outcomeOfError } from '../../../src/action/outcome/run-failure.ts'
import { runUntilAborted, Stopped } from '../../../src/action/outcome/stop.ts'

const never = new Promise<string>(() => {})

test('work that ends gives its result', async () => {
  await expect(runUntilAborted(Promise.resolve('done'), new AbortController().signal, 10)).resolves.toBe(
    'done',
  )
})

test('work that ends within the grace gives its result', async () => {
  const stop = new AbortController()
  const work = new Promise<string>((resolve) => {
    stop.signal.addEventListener('abort', () => setTimeout(resolve, 5, 'last words'))
  })
  setTimeout(() => stop.abort(new Stopped('SIGINT', true)), 5)
  await expect(runUntilAborted(work, stop.signal, 60_000)).resolves.toBe('last words')
})

test.each([0, 5])(
  'work that ignores the stop is abandoned after the grace period (stopped after %i ms)',
  async (ms) => {
    const stop = new AbortController()
    if (ms === 0) stop.abort(new Stopped('SIGINT', true))
    else setTimeout(() => stop.abort(new Stopped('SIGINT', true)), ms)
    await expect(runUntilAborted(never, stop.signal, 10)).rejects.toBeInstanceOf(Stopped)
  },
)

test('whatever breaks after the stop, the run was cancelled', () => {
  const ending = outcomeOfError(
    new Error('socket hang up'),
    AbortSignal.abort(new Stopped('Ada', true)),
    String,
  )
  expect(ending).toMatchObject({ outcome: 'cancelled', reason: { code: 'cancelled' } })
})

test('an unexpected error is reported without secrets', () => {
  const redact = (text: string) => text.replaceAll('hunter2', '***')
  const ending = outcomeOfError(new Error('bad key hunter2'), new AbortController().signal, redact)
  expect(ending).toMatchObject({ outcome: 'failed', reason: { code: 'action-failed' } })
  expect(JSON.stringify(ending)).toContain('bad key ***')
})

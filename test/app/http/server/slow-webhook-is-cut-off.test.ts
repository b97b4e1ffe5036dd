import type { IncomingMessage, ServerResponse } from 'node:http'
import { PassThrough } from 'node:stream'
import { expect, onTestFinished, test, vi } from 'vitest'
import { createWebhookHandler, WEBHOOK_ARRIVES_MS } from '../../../../src/app/http/server/handle-webhook.ts'

const MIB = 1024 * 1024
const PART = Buffer.alloc(16 * MIB)

function begin(handle: ReturnType<typeof createWebhookHandler>) {
  const stream = new PassThrough({ highWaterMark: 32 * MIB })
  const headers = { 'content-length': String(20 * MIB), 'x-github-event': 'push' }
  const request = Object.assign(stream, {
    headers,
    method: 'POST',
    complete: false,
  }) as unknown as IncomingMessage
  const handled = handle(request, {} as ServerResponse, {})
  stream.write(PART)
  return { stream, handled }
}

test('a webhook that does not arrive in half a minute is cut off, and its memory is free', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  const handle = createWebhookHandler({
    metrics: null,
    webhooks: async (_request, _response, read) => {
      await read()
      return 'handled'
    },
  })
  const stalled = Array.from({ length: 4 }, () => begin(handle))
  await new Promise(setImmediate)
  await expect(begin(handle).handled).rejects.toMatchObject({ status: 503 })
  vi.advanceTimersByTime(WEBHOOK_ARRIVES_MS - 1)
  expect(stalled.map(({ stream }) => stream.destroyed)).toEqual([false, false, false, false])
  vi.advanceTimersByTime(1)
  for (const { handled } of stalled) await expect(handled).rejects.toMatchObject({ status: 400 })
  const next = begin(handle)
  next.stream.end()
  await next.handled
})

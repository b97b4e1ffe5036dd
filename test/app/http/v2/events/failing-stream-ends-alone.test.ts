import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import {
  API_FRAMES,
  type FrameFormat,
  startJobStream,
} from '../../../../../src/app/http/v2/events/job-stream.ts'
import { createHeldBytes } from '../../../../../src/app/http/v2/events/open-streams.ts'
import { readProgress } from '../../../../../src/app/job-store/read-progress.ts'
import { createLog } from '../../../../../src/app/log/create-log.ts'
import { createJobWatch } from '../../../../../src/app/timers/job-watch.ts'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { note } from '../../../../support/app/claimed-runner.ts'
import { watchedJob } from './watched-job.ts'

const FAILING: FrameFormat = {
  ...API_FRAMES,
  event() {
    throw new Error('this event cannot be drawn')
  },
}

/** The text that a client gets until the stream ends, or until it contains `last`. */
async function readStream(response: Response, last: string): Promise<string> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes(last)) break
  }
  return text
}

test('a stream whose event cannot be drawn ends, and the others of the job continue', async () => {
  const app = await startAppServer()
  const { key, runner } = await watchedJob(app)
  const { log } = createLog('silent')
  const deps = {
    ...{ log, now: () => app.clock.at },
    store: app.store,
    watch: createJobWatch({ store: app.store, log }),
  }
  const held = createHeldBytes()
  const first = await readProgress(app.store, key, '')
  if (first === null) throw new Error('there is no job')
  const serve = (response: ServerResponse, format: FrameFormat) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    const share = held.shareOf(1)
    startJobStream(deps, { ...{ key, response, first, share, format }, mayWatch: async () => true })
  }
  const server = createServer((request, response) =>
    serve(response, request.url === '/failing' ? FAILING : API_FRAMES),
  ).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  // The one that fails is told first.
  const failing = await fetch(`${url}/failing`)
  const other = await fetch(`${url}/other`)
  await runner.report(note('the first'))
  expect(await readStream(failing, 'never sent')).not.toContain('the first')
  await runner.report(note('the second'))
  expect(await readStream(other, 'the second')).toContain('the first')
})

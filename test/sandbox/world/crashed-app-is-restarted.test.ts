import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { appProcess } from '../../../sandbox/world/app-process.ts'
import { takePort } from '../../../sandbox/world/take-port.ts'

/** An app that is ready at once, and falls when asked for /fall. */
const APP = `require('node:http').createServer((request, response) => {
  response.end('ok', () => request.url === '/fall' && process.exit(7))
}).listen(process.env.PORT, '127.0.0.1', () => console.log('up'))`

async function fallingApp() {
  const cwd = await mkdtemp(join(tmpdir(), 'falling-app-'))
  const main = join(cwd, 'app.cjs')
  await writeFile(main, APP)
  const port = await takePort(0)
  const lines: string[] = []
  const baseUrl = `http://127.0.0.1:${port}`
  const app = appProcess({
    main,
    cwd,
    baseUrl,
    env: { PORT: String(port) },
    onLine: (line) => lines.push(line),
  })
  onTestFinished(async () => {
    await app.stop('SIGKILL')
    await rm(cwd, { recursive: true })
  })
  return { app, lines, fall: () => fetch(`${baseUrl}/fall`).then((response) => response.text()) }
}

const untilLine = async (lines: readonly string[], what: RegExp, times: number): Promise<void> => {
  while (lines.filter((line) => what.test(line)).length < times) await sleep(10)
}

test('five falls in a row are mended, the sixth is not', async () => {
  const { app, lines, fall } = await fallingApp()
  await app.start()
  for (let falls = 1; falls <= 5; falls++) {
    await fall()
    await untilLine(lines, /^it was started again$/, falls)
  }
  await fall()
  await untilLine(lines, /is not started again$/, 1)
  expect(lines.filter((line) => line === 'it ended by itself (exit code 7)')).toHaveLength(6)
  expect(lines.at(-1)).toBe('it ended 6 times in a row and is not started again')
})

test('one that was stopped stays down until it is wanted again', async () => {
  const { app, lines } = await fallingApp()
  await app.start()
  await app.stop('SIGKILL')
  await app.start()
  await app.stop('SIGTERM')
  expect(lines).toEqual(['up', 'up'])
})

test('one that falls while it is stopped is left alone', async () => {
  const { app, lines, fall } = await fallingApp()
  await app.start()
  await fall()
  await untilLine(lines, /^it ended by itself/, 1)
  await app.stop('SIGTERM')
  await sleep(400)
  expect(lines).toEqual(['up', 'it ended by itself (exit code 7)'])
})

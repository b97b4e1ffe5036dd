import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { appProcess } from '../../../sandbox/world/app-process.ts'
import { pickPort } from '../../../sandbox/world/pick-port.ts'

/** An app that is ready immediately, and crashes on a request for /crash. */
const APP = `require('node:http').createServer((request, response) => {
  response.end('ok', () => request.url === '/crash' && process.exit(7))
}).listen(process.env.PORT, '127.0.0.1', () => console.log('up'))`

async function crashingApp() {
  const cwd = await mkdtemp(join(tmpdir(), 'crashing-app-'))
  const main = join(cwd, 'app.cjs')
  await writeFile(main, APP)
  const port = await pickPort(0)
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
  return { app, lines, crash: () => fetch(`${baseUrl}/crash`).then((response) => response.text()) }
}

const untilLine = async (lines: readonly string[], what: RegExp, times: number): Promise<void> => {
  while (lines.filter((line) => what.test(line)).length < times) await sleep(10)
}

test('an app is restarted after five crashes in a row, but not after the sixth', async () => {
  const { app, lines, crash } = await crashingApp()
  await app.start()
  for (let crashes = 1; crashes <= 5; crashes++) {
    await crash()
    await untilLine(lines, /^it was restarted$/, crashes)
  }
  await crash()
  await untilLine(lines, /is not restarted$/, 1)
  expect(lines.filter((line) => line === 'it crashed (exit code 7)')).toHaveLength(6)
  expect(lines.at(-1)).toBe('it crashed 6 times in a row and is not restarted')
})

test('a stopped app is not restarted until it is started', async () => {
  const { app, lines } = await crashingApp()
  await app.start()
  await app.stop('SIGKILL')
  await app.start()
  await app.stop('SIGTERM')
  expect(lines).toEqual(['up', 'up'])
})

test('an app that is stopped after a crash is not restarted', async () => {
  const { app, lines, crash } = await crashingApp()
  await app.start()
  await crash()
  await untilLine(lines, /^it crashed/, 1)
  await app.stop('SIGTERM')
  await sleep(400)
  expect(lines).toEqual(['up', 'it crashed (exit code 7)'])
})

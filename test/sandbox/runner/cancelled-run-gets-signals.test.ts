import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { GITHUB_CANCEL_TIMEOUTS } from '../../../sandbox/runner/run-process.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { runnerScene, WORKFLOW } from './runner-scene.ts'

const STAYS = `setInterval(() => {}, 1000); process.on('SIGINT', () => {}); process.on('SIGTERM', () => {}); console.log('up')`

test('SIGINT comes first, and the action can end by itself', async () => {
  const main = `
    process.on('SIGINT', () => { console.log('told'); setTimeout(() => process.exit(0), 50) })
    setInterval(() => {}, 1000)
    console.log('up')
  `
  const scene = await runnerScene(main, { cancelTimeouts: { untilSigtermMs: 60_000, untilKillMs: 60_000 } })
  const up = scene.logged('up')
  const run = scene.queue()
  await up
  run.cancel()
  expect(await run.concluded).toBe('cancelled')
  expect(scene.runner.runs()[0]?.log).toContain('told')
})

test('an action that ignores SIGINT gets SIGTERM, then SIGKILL', async () => {
  const main = STAYS.replace('() => {}); console', '() => console.log("term")); console')
  const scene = await runnerScene(main, { cancelTimeouts: { untilSigtermMs: 300, untilKillMs: 10_000 } })
  const [up, term] = [scene.logged('up'), scene.logged('term')]
  const run = scene.queue()
  await up
  const start = performance.now()
  run.cancel()
  await term
  expect(performance.now() - start).toBeGreaterThan(290)
  expect(await run.concluded).toBe('cancelled')
  expect(performance.now() - start).toBeGreaterThan(10_280)
  expect(scene.runner.runs()[0]?.exitCode).toBeNull()
})

test('the default timeouts are those of GitHub', () => {
  expect(GITHUB_CANCEL_TIMEOUTS).toEqual({ untilSigtermMs: 7_500, untilKillMs: 2_500 })
})

test('a forced cancel kills immediately', async () => {
  const scene = await runnerScene(STAYS, { post: 'console.log("post ran")' })
  const up = scene.logged('up')
  const run = scene.queue()
  await up
  run.cancel(true)
  expect(await run.concluded).toBe('cancelled')
  const log = scene.runner.runs()[0]?.log
  expect(log).not.toContain('Post job cleanup.')
  expect(log).not.toContain('post ran')
})

test('a run that is cancelled while waiting never starts', async () => {
  const scene = await runnerScene(STAYS, { parallel: 1 })
  const up = scene.logged('up')
  scene.queue()
  await up
  const second = scene.queue()
  second.cancel()
  expect(await second.concluded).toBe('cancelled')
  expect(scene.runner.runs()[1]).toMatchObject({ log: [], exitCode: null })
})

test('a job over its timeout is cancelled, and its log says why', async () => {
  const scene = await runnerScene('console.log("up"); setInterval(() => {}, 1000)')
  const workflowText = WORKFLOW.replace('timeout-minutes: 30', 'timeout-minutes: 0.005')
  expect(await scene.queue({ workflowText }).concluded).toBe('cancelled')
  expect(scene.runner.runs()[0]?.log.at(-1)).toMatch(/has exceeded 0\.005 minutes/)
})

test('a killed action is a failure', async () => {
  const scene = await runnerScene(STAYS)
  const up = scene.logged('up')
  const run = scene.queue()
  await up
  expect(scene.runner.kill(101, 'SIGKILL')).toBe(true)
  expect(await run.concluded).toBe('failure')
  expect(scene.runner.kill(101, 'SIGKILL')).toBe(false)
})

test('closing kills processes and grandchildren, and reports nothing', async () => {
  const scene = await runnerScene(`
    import { spawn } from 'node:child_process'
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'])
    console.log('grandchild ' + child.pid)
    ${STAYS}
  `)
  const up = scene.logged('up')
  const run = scene.queue()
  await up
  await scene.runner.close()
  const pid = Number(/grandchild (\d+)/.exec(scene.runner.runs()[0]?.log.join('\n') ?? '')?.[1])
  await expect.poll(() => isAlive(pid)).toBe(false)
  expect(await Promise.race([run.concluded, Promise.resolve('nothing')])).toBe('nothing')
})

/** An orphan that is not reaped stays in the process table as a zombie, but is dead. */
function isAlive(pid: number): boolean {
  const status = `/proc/${pid}/stat`
  return existsSync(status) && !/\) Z /.test(readFileSync(status, 'utf8'))
}

test('at most `parallel` runs execute simultaneously', async () => {
  const go = join(temporaryFolder(), 'go')
  const scene = await runnerScene(
    `import { existsSync } from 'node:fs'
    const timer = setInterval(() => existsSync(${JSON.stringify(go)}) && clearInterval(timer), 20)`,
    { parallel: 2 },
  )
  const runs = [scene.queue(), scene.queue(), scene.queue()]
  await expect
    .poll(() => scene.runner.runs().map(({ state }) => state))
    .toEqual(['in_progress', 'in_progress', 'queued'])
  writeFileSync(go, '')
  expect(await Promise.all(runs.map(({ concluded }) => concluded))).toEqual(['success', 'success', 'success'])
})

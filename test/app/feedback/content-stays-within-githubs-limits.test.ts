import { expect, onTestFinished, test } from 'vitest'
import { countContent, takeContent } from '../../../src/app/feedback/content-budget.ts'
import { openStore } from '../../../src/app/store/open/open-store.ts'

async function budget() {
  const clock = { at: Date.parse('2026-11-20T12:00:00Z') }
  const now = () => clock.at
  const store = await openStore('sqlite::memory:', { now })
  onTestFinished(() => store.close())
  const deps = { store, now }
  const take = (kind: 'progress' | 'end', count = 1) => takeContent(deps, 1, { kind, count })
  const takeAll = async (kind: 'progress' | 'end') => {
    let taken = 0
    while ((await take(kind)) === null) taken++
    return taken
  }
  return { deps, clock, take, takeAll }
}

test('progress leaves room for ends, and ends for pull requests', async () => {
  const { clock, take, takeAll } = await budget()
  expect(await takeAll('progress')).toBe(40)
  expect(await takeAll('end')).toBe(30)
  expect(await take('progress')).toBe(clock.at + 60_000)
})

test('an hour has a limit, and writing continues after it', async () => {
  const { clock, takeAll } = await budget()
  const taken = { progress: 0, end: 0 }
  for (let minute = 0; minute < 30; minute++) {
    taken.progress += await takeAll('progress')
    clock.at += 60_000
  }
  taken.end = await takeAll('end')
  clock.at += 60_000
  for (let minute = 0; minute < 20; minute++) {
    taken.end += await takeAll('end')
    clock.at += 60_000
  }
  expect(taken).toEqual({ progress: 250, end: 200 })
  clock.at += 3_600_000
  expect(await takeAll('progress')).toBe(40)
})

test('pull requests are counted, and other installations are not', async () => {
  const { deps, takeAll } = await budget()
  await countContent(deps, 2, 500)
  await countContent(deps, 1, 35)
  expect(await takeAll('progress')).toBe(5)
})

import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'

const program = new URL('increment-counter.ts', import.meta.url)

it('loses no update of three processes that open one new file simultaneously', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'p.db')}`
  const ends = [1, 2, 3].map(() => once(fork(program, [url, '60']), 'exit'))
  expect(await Promise.all(ends)).toEqual([1, 2, 3].map(() => [0, null]))
  const store = await openStore(url)
  expect(await store.get('count')).toBe('180')
  await store.close()
})

it('keeps every acknowledged write of a killed process', async () => {
  const url = `sqlite:${join(temporaryFolder(), 'p.db')}`
  const writer = fork(program, [url, '1000000'])
  let acknowledged = 0
  writer.on('message', (message) => {
    if (typeof message === 'number') acknowledged = message
    if (message === 40) writer.kill('SIGKILL')
  })
  await once(writer, 'exit')
  const store = await openStore(url)
  expect(acknowledged).toBeGreaterThanOrEqual(40)
  expect(Number(await store.get('count'))).toBeGreaterThanOrEqual(acknowledged)
  expect(await store.commit({ set: [{ key: 'count', value: '0' }] })).toBe(true)
  await store.close()
})

import { expect, onTestFinished, test } from 'vitest'
import { readFormat } from '../../../../src/app/store/format.ts'
import { openStore } from '../../../../src/app/store/open/open-store.ts'
import {
  announceServer,
  listServers,
  raiseFormat,
  renewPresence,
  requestPresence,
  serverKeys,
  type Upgrade,
  withdrawPresence,
} from '../../../../src/app/store/server-presence.ts'

async function world() {
  const clock = { at: 1_800_000_000_000 }
  const now = () => clock.at
  const store = await openStore('sqlite::memory:', { now })
  onTestFinished(() => store.close())
  const server = (serverId: string, format: number) => ({ store, now, serverId, format })
  const format = async () => (await readFormat(store)).format
  const upgraded: string[] = []
  const upgrade =
    (name: string): Upgrade =>
    async () =>
      void upgraded.push(`${name} at format ${await format()}`)
  const upgrades = new Map([2, 3, 4].map((n) => [n, upgrade(`to ${n}`)]))
  return { clock, store, server, format, upgraded, upgrades }
}

test('a single server upgrades existing entries format by format, then raises the format once', async () => {
  const { server, format, upgraded, upgrades } = await world()
  const only = { ...server('new', 3), upgrades }
  await announceServer(only)
  expect(await raiseFormat(only)).toEqual({ kind: 'current' })
  expect(await raiseFormat(only)).toEqual({ kind: 'current' })
  expect([await format(), upgraded]).toEqual([3, ['to 2 at format 1', 'to 3 at format 1']])
})

test('an older server delays the raise until it stops, or until two minutes after it was killed', async () => {
  const { clock, server, format, upgraded, upgrades } = await world()
  const [stopped, killed] = [server('stopped', 1), server('killed', 1)]
  const newer = { ...server('new', 2), upgrades }
  for (const one of [stopped, killed, newer]) await announceServer(one)
  expect(await raiseFormat(newer)).toMatchObject({ kind: 'held-back', by: { format: 1 } })

  clock.at += 60_000
  await withdrawPresence(stopped)
  for (const one of [killed, newer]) await renewPresence(one)
  expect(await raiseFormat(newer)).toMatchObject({ kind: 'held-back', by: { id: 'killed' } })
  clock.at += 119_999
  await renewPresence(newer)
  expect(await raiseFormat(newer)).toMatchObject({ kind: 'held-back', by: { id: 'killed' } })
  expect([await format(), upgraded]).toEqual([1, []])

  clock.at += 1
  expect(await raiseFormat(newer)).toEqual({ kind: 'current' })
  expect(await format()).toBe(2)
  expect((await listServers(newer)).map(({ id }) => id)).toEqual(['new'])
})

test('an older server that starts during the upgrade prevents the raise', async () => {
  const { server, format } = await world()
  const old = server('old', 1)
  const newer = { ...server('new', 2), upgrades: new Map([[2, () => announceServer(old)]]) }
  await announceServer(newer)
  expect(await raiseFormat(newer)).toEqual({ kind: 'held-back', by: null })
  expect(await format()).toBe(1)
  expect(await raiseFormat(newer)).toMatchObject({ kind: 'held-back', by: { id: 'old' } })
})

test('an older server is refused after the raise, and one that was suspended during the raise stops', async () => {
  const { clock, server, upgrades } = await world()
  const suspended = server('suspended', 1)
  const newer = { ...server('new', 2), upgrades }
  for (const one of [suspended, newer]) await announceServer(one)
  clock.at += 120_000
  await renewPresence(newer)
  expect(await raiseFormat(newer)).toEqual({ kind: 'current' })
  expect(await renewPresence(suspended)).toBe('superseded')
  await expect(announceServer(server('old', 1))).rejects.toThrow(
    'the database was written by a newer Prentice (format 2, this version knows up to 1): ' +
      'run that version, or restore a backup that was made before the upgrade',
  )
  expect((await listServers(newer)).map(({ id }) => id)).toEqual(['new'])
})

test('a server upgrades from the format that is there, and never lowers it', async () => {
  const { server, format, upgraded, upgrades } = await world()
  expect(await raiseFormat({ ...server('first', 2), upgrades })).toEqual({ kind: 'current' })
  expect(await raiseFormat({ ...server('second', 3), upgrades })).toEqual({ kind: 'current' })
  expect([await format(), upgraded]).toEqual([3, ['to 2 at format 1', 'to 3 at format 2']])
  expect(await raiseFormat({ ...server('first', 2), upgrades })).toEqual({ kind: 'current' })
  expect(await format()).toBe(3)
})

test('a format that changed no entry has no upgrade', async () => {
  const { server, format } = await world()
  expect(await raiseFormat({ ...server('new', 2), upgrades: new Map() })).toEqual({ kind: 'current' })
  expect(await format()).toBe(2)
})

test('a server is listed until it withdraws; every start is counted', async () => {
  const { clock, store, server } = await world()
  const one = server('one', 1)
  for (const each of [one, server('other', 1)]) await announceServer(each)
  expect(await listServers(one)).toEqual([
    { id: 'one', format: 1, seenAt: clock.at },
    { id: 'other', format: 1, seenAt: clock.at },
  ])
  expect(await store.get(serverKeys.starts())).toBe('2')
  clock.at += 1_000
  expect(await renewPresence(one)).toBe('renewed')
  await withdrawPresence(server('other', 1))
  expect(await listServers(one)).toEqual([{ id: 'one', format: 1, seenAt: clock.at }])
})

test('simultaneous starts are all counted', async () => {
  const { store, server } = await world()
  await Promise.all(['a', 'b', 'c'].map((id) => announceServer(server(id, 1))))
  expect(await store.get(serverKeys.starts())).toBe('3')
})

test('a failed upgrade does not change the format, and is retried', async () => {
  const { server, format } = await world()
  let attempts = 0
  const upgrades = new Map([
    [2, () => (++attempts === 1 ? Promise.reject(new Error('full disk')) : Promise.resolve())],
  ])
  const only = { ...server('new', 2), upgrades }
  await announceServer(only)
  await expect(raiseFormat(only)).rejects.toThrow('full disk')
  expect(await format()).toBe(1)
  expect(await raiseFormat(only)).toEqual({ kind: 'current' })
  expect([attempts, await format()]).toEqual([2, 2])
})

test('a request for presence is written together with the presence of the server that makes it', async () => {
  const { clock, store, server } = await world()
  const one = server('one', 1)
  await announceServer(one)
  clock.at += 5_000
  const request = await requestPresence(one)
  expect(request).toBe(`one/${clock.at}`)
  expect(await store.get(serverKeys.presenceRequest())).toBe(request)
  expect(await listServers(one)).toEqual([{ id: 'one', format: 1, seenAt: clock.at }])
})

test('a server with an outdated format requests no presence', async () => {
  const { store, server, upgrades } = await world()
  const newer = { ...server('newer', 2), upgrades }
  await announceServer(newer)
  expect(await raiseFormat(newer)).toEqual({ kind: 'current' })
  await requestPresence(server('older', 1))
  expect(await store.get(serverKeys.presenceRequest())).toBeUndefined()
})

import { expect, test } from 'vitest'
import { NotConnected } from '../../../../src/app/store/remote/failures.ts'
import { createLink } from '../../../../src/app/store/remote/link.ts'

class Lost extends Error {}

interface Options {
  readonly connect?: (number: number) => Promise<void>
  readonly end?: () => Promise<void>
}

/** A link whose connections are numbers, which count up. */
function counted({ connect = async () => {}, end = async () => {} }: Options = {}) {
  const destroyed: number[] = []
  const ended: number[] = []
  const lose: (() => void)[] = []
  const link = createLink<number>({
    async connect(onLost) {
      const number = lose.push(onLost)
      await connect(number)
      return number
    },
    destroy: (client) => void destroyed.push(client),
    async end(client) {
      ended.push(client)
      await end()
    },
    isLost: (error) => error instanceof Lost,
  })
  const use = () => link.run(async (client) => client, 60_000)
  const fail = (error: Error) => link.run(() => Promise.reject(error), 60_000)
  return { link, use, fail, lose, destroyed, ended }
}

test('one connection does all work', async () => {
  const { use, destroyed } = counted()
  expect(await Promise.all([use(), use()])).toEqual([1, 1])
  expect(await use()).toBe(1)
  expect(destroyed).toEqual([])
})

test('a connection that the server ends is replaced', async () => {
  const { use, lose, destroyed } = counted()
  await use()
  lose[0]?.()
  expect(await use()).toBe(2)
  expect(destroyed).toEqual([1])
})

test('the end of an old connection does not end the new one', async () => {
  const { use, lose, destroyed } = counted()
  await use()
  lose[0]?.()
  await use()
  lose[0]?.()
  expect(await use()).toBe(2)
  expect(destroyed).not.toContain(2)
})

test('work that fails keeps the connection, unless it is lost', async () => {
  const { use, fail, destroyed } = counted()
  await expect(fail(new Error('a conflict'))).rejects.toThrow('a conflict')
  expect(await use()).toBe(1)
  await expect(fail(new Lost('it is a replica now'))).rejects.toThrow('it is a replica now')
  expect(await use()).toBe(2)
  expect(destroyed).toEqual([1])
})

test('after a connection that is refused, the next work connects again', async () => {
  const { use } = counted({
    async connect(number) {
      if (number === 1) throw new Error('password refused')
    },
  })
  const error = await use().catch((one: unknown) => one)
  expect(error).toBeInstanceOf(NotConnected)
  expect(error).toMatchObject({ message: 'password refused', cause: { message: 'password refused' } })
  expect(await use()).toBe(2)
})

test('a connection that is ready too late is closed', async () => {
  const late = Promise.withResolvers<void>()
  const { link, destroyed } = counted({ connect: () => late.promise })
  await expect(link.run(async () => {}, 5)).rejects.toThrow('no answer within 5 ms')
  late.resolve()
  await expect.poll(() => destroyed).toEqual([1])
})

test('a closed link ends its connection, and refuses more work', async () => {
  const { link, use, ended, destroyed } = counted()
  await use()
  await link.close()
  expect([ended, destroyed]).toEqual([[1], []])
  await expect(use()).rejects.toThrow('the connection is closed')
})

test('a connection that does not end is cut', async () => {
  const { link, use, destroyed } = counted({ end: () => Promise.reject(new Error('the server is gone')) })
  await use()
  await link.close()
  expect(destroyed).toEqual([1])
})

test('a link without a connection is closed without one', async () => {
  const unused = counted()
  await unused.link.close()
  const refused = counted({ connect: () => Promise.reject(new Error('refused')) })
  const work = refused.use()
  await refused.link.close()
  await expect(work).rejects.toThrow('refused')
  expect([unused.lose, unused.ended, refused.ended]).toEqual([[], [], []])
})

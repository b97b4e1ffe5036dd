import { expect, test } from 'vitest'
import { createLink } from '../../../../src/app/store/remote/link.ts'
import { createReadBatches } from '../../../../src/app/store/remote/read-batches.ts'

/** A link to a server, each of whose connections is ready when the test says so. */
function slowLink() {
  const connections: PromiseWithResolvers<string>[] = []
  const link = createLink<string>({
    connect() {
      const connection = Promise.withResolvers<string>()
      connections.push(connection)
      return connection.promise
    },
    destroy: () => undefined,
    end: async () => undefined,
    isLost: () => false,
  })
  return { link, connections }
}

test('work whose deadline ends before the connection is ready is not begun', async () => {
  const { link, connections } = slowLink()
  const begun: string[] = []
  const work = async (client: string) => begun.push(client)
  await expect(link.run(work, 5)).rejects.toThrow('no answer within 5 ms')
  const next = link.run(work, 60_000)
  connections[0]?.resolve('late')
  connections[1]?.resolve('in time')
  await next
  expect(begun).toEqual(['in time'])
})

test('a read is answered although a connection that an earlier read has given up is ready late', async () => {
  const { link, connections } = slowLink()
  let deadlineMs = 5
  const { read } = createReadBatches({
    fetch: (take) =>
      link.run(async (client) => new Map(take().map((key) => [key, `${client} ${key}`])), deadlineMs),
  })
  await expect(read(['a'])).rejects.toThrow('no answer within 5 ms')
  deadlineMs = 60_000
  const second = read(['b'])
  await expect.poll(() => connections.length).toBe(2)
  connections[0]?.resolve('late')
  connections[1]?.resolve('in time')
  expect(await second).toEqual(['in time b'])
})

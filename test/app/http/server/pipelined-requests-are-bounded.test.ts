import { expect, test } from 'vitest'
import { startAppServer } from '../../../support/app/app-server.ts'
import { rawConnection } from '../../../support/app/raw-connection.ts'

const GET = 'GET /healthz HTTP/1.1\r\nHost: prentice\r\n\r\n'

test('sixteen requests may wait behind one, and one more ends the connection', async () => {
  const app = await startAppServer()
  const allowed = await rawConnection(app.url)
  await allowed.send(GET.repeat(17))
  expect((await allowed.answers(17)).map(({ status }) => status)).toEqual(Array(17).fill(200))
  await allowed.send(GET.repeat(17))
  expect(await allowed.answers(34)).toHaveLength(34)
  allowed.drop()

  const flood = await rawConnection(app.url)
  await flood.send(GET.repeat(1_500))
  await flood.ended()
  expect((await flood.answers(0)).length).toBeLessThanOrEqual(17)
})

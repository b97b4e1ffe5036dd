import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { expect, test } from 'vitest'
import { testRandom } from '../../../support/random.ts'
import { commit, git, scene, temporaryDirectory } from '../github-scene.ts'

const pktLine = (text: string): string => `${(text.length + 4).toString(16).padStart(4, '0')}${text}`

test('a client that disconnects during a fetch is not logged as an error', async () => {
  const { github, token, logged } = await scene()
  // More than the buffers of a connection hold, so that git still has something to write.
  const head = await commit(github, 'large.txt', testRandom().bytes(4_000_000).toString('base64'))
  const fetching = request(`${github.serverUrl}/acme/widgets.git/git-upload-pack`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
      'content-type': 'application/x-git-upload-pack-request',
    },
  })
  fetching
    .on('error', () => undefined)
    .end(`${pktLine(`want ${head} no-progress\n`)}0000${pktLine('done\n')}`)
  const response = await new Promise<IncomingMessage>((resolve) => fetching.on('response', resolve))
  expect(response.statusCode).toBe(200)
  await once(response, 'readable')
  response.destroy()

  const directory = await temporaryDirectory()
  const cloned = await git(
    directory,
    token,
    'clone',
    '--quiet',
    `${github.serverUrl}/acme/widgets.git`,
    'work',
  )
  expect(cloned).toMatchObject({ ok: true })
  expect(logged).toEqual([])
})

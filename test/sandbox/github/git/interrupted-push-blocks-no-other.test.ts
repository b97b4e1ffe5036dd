import { once } from 'node:events'
import { request } from 'node:http'
import { expect, test } from 'vitest'
import { git, scene, temporaryDirectory } from '../github-scene.ts'

test('a push whose sender was killed does not block the next one', async () => {
  const { github, token } = await scene()
  const broken = request(`${github.serverUrl}/acme/widgets.git/git-receive-pack`, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`x-access-token:${token}`).toString('base64')}`,
      'content-type': 'application/x-git-receive-pack-request',
      'content-length': '10000',
    },
  })
  broken.on('error', () => undefined)
  broken.write('0094')
  await once(broken, 'socket')
  // Long enough for git to have started.
  await new Promise((resolve) => setTimeout(resolve, 200))
  broken.destroy()

  const directory = await temporaryDirectory()
  await git(directory, token, 'clone', '--quiet', `${github.serverUrl}/acme/widgets.git`, 'work')
  const pushed = await git(`${directory}/work`, token, 'push', 'origin', 'HEAD:refs/heads/next')
  expect(pushed).toMatchObject({ ok: true })
})

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
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

test('a git that is killed while it sends its pack is no error, leaves no branch, and may push again', async () => {
  const { github, token, logged } = await scene()
  const directory = await temporaryDirectory()
  const remote = `${github.serverUrl}/acme/widgets.git`
  await git(directory, token, 'clone', '--quiet', remote, 'work')
  const work = `${directory}/work`
  // More than the buffers of a connection hold, so that git still has something to send.
  await git(work, token, 'config', 'core.compression', '0')
  await writeFile(`${work}/large.txt`, Buffer.alloc(20_000_000, 'x'))
  await git(work, token, 'add', 'large.txt')
  await git(work, token, '-c', 'user.name=t', '-c', 'user.email=t@example.com', 'commit', '-qm', 'large')
  const push = 'HEAD:refs/heads/next'
  const url = remote.replace('://', `://x-access-token:${token}@`)
  // A first, empty request asks whether the push is permitted.
  let posts = 0
  const sending = github.holdRequest(({ method, path }) => {
    if (method === 'POST' && path.endsWith('/git-receive-pack')) posts += 1
    return posts === 2
  })
  const killed = spawn('git', ['push', '--quiet', url, push], { cwd: work, detached: true, stdio: 'ignore' })
  await sending.arrived
  process.kill(-(killed.pid ?? 0), 'SIGKILL')
  await once(killed, 'exit')
  sending.release()

  expect(await git(work, token, 'ls-remote', 'origin', 'next')).toEqual({ ok: true, output: '' })
  expect(await git(work, token, 'push', 'origin', push)).toMatchObject({ ok: true })
  expect(logged).toEqual([])
})

import { mkdir, writeFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { commit, git, scene } from '../github-scene.ts'

const work = async (on: Awaited<ReturnType<typeof scene>>) => {
  await git(on.directory, on.token, 'clone', '--quiet', `${on.github.serverUrl}/acme/widgets.git`, 'work')
  return `${on.directory}/work`
}

const change = async (directory: string, path: string) => {
  await mkdir(`${directory}/${path}`.replace(/\/[^/]+$/, ''), { recursive: true })
  await writeFile(`${directory}/${path}`, 'changed\n')
  await git(directory, null, 'add', '--all')
  await git(directory, null, 'commit', '--quiet', '-m', 'Change')
}

const REFUSAL =
  '(refusing to allow a GitHub App to create or update workflow `.github/workflows/new.yml` without `workflows` permission)'

test("a workflow file needs its own permission, in GitHub's words", async () => {
  const on = await scene()
  const directory = await work(on)
  await change(directory, '.github/workflows/new.yml')
  const pushed = await git(directory, on.token, 'push', 'origin', 'HEAD:refs/heads/topic')
  expect(pushed.ok).toBe(false)
  expect(pushed.output).toContain(`! [remote rejected] HEAD -> topic ${REFUSAL}`)
  const topic = await on.call('GET', '/repos/acme/widgets/branches/topic', on.token)
  expect(topic.status).toBe(404)
})

test('a person can push workflow files', async () => {
  const on = await scene()
  on.github.createAccount({ login: 'ann', type: 'User' })
  const token = on.github.createUserToken({ login: 'ann', permission: 'write' })
  const directory = await work(on)
  await change(directory, '.github/workflows/new.yml')
  expect(await git(directory, token, 'push', 'origin', 'HEAD:refs/heads/topic')).toMatchObject({ ok: true })
})

test('a workflow change that is already on GitHub does not count', async () => {
  const on = await scene()
  await commit(on.github, '.github/workflows/other.yml', 'on: push\n')
  const directory = await work(on)
  await change(directory, 'README.md')
  expect(await git(directory, on.token, 'push', 'origin', 'HEAD:refs/heads/topic')).toMatchObject({
    ok: true,
  })
})

test('a protected branch is refused, while another branch in the same push is accepted', async () => {
  const on = await scene()
  on.github.protectBranch({ owner: 'acme', name: 'widgets', branch: 'main' })
  const directory = await work(on)
  await change(directory, 'README.md')
  const pushed = await git(
    directory,
    on.token,
    'push',
    'origin',
    'HEAD:refs/heads/main',
    'HEAD:refs/heads/topic',
  )
  expect(pushed.output).toContain('[remote rejected] HEAD -> main (protected branch hook declined)')
  expect(pushed.output).toContain('GH006: Protected branch update failed for refs/heads/main')
  expect((await on.call('GET', '/repos/acme/widgets/branches/topic', on.token)).status).toBe(200)
})

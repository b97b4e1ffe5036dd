import { mkdir, truncate, writeFile } from 'node:fs/promises'
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

test('a ruleset that requires signed commits refuses a push with each unsigned commit', async () => {
  const on = await scene()
  const directory = await work(on)
  on.github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: 'ruleset' })
  for (const path of ['a.md', 'b.md']) await change(directory, path)
  const [second, first] = (await git(directory, null, 'log', '-2', '--format=%H')).output.trim().split('\n')
  const pushed = await git(directory, on.token, 'push', 'origin', 'HEAD:refs/heads/team/topic')
  const output = pushed.output.replace(/ +$/gm, '')
  expect(output).toContain(
    [
      'remote: error: GH013: Repository rule violations found for refs/heads/team/topic.',
      `remote: Review all repository rules at ${on.github.serverUrl}/acme/widgets/rules?ref=refs%2Fheads%2Fteam%2Ftopic`,
      'remote:',
      'remote: - Commits must have verified signatures.',
      'remote:   Found 2 violations:',
      'remote:',
      `remote:   ${second}`,
      `remote:   ${first}`,
      'remote:',
    ].join('\n'),
  )
  expect(output).toContain(
    '! [remote rejected] HEAD -> team/topic (push declined due to repository rule violations)',
  )
  expect((await on.call('GET', '/repos/acme/widgets/branches/team%2Ftopic', on.token)).status).toBe(404)
})

test('a branch protection that requires signed commits refuses an unsigned commit', async () => {
  const on = await scene()
  const directory = await work(on)
  on.github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: 'branch-protection' })
  await change(directory, 'a.md')
  const pushed = await git(directory, on.token, 'push', 'origin', 'HEAD:refs/heads/topic')
  const output = pushed.output.replace(/ +$/gm, '')
  expect(output).toContain(
    'remote: error: GH006: Protected branch update failed for refs/heads/topic.\nremote:\nremote: - Commits must have verified signatures.\n',
  )
  expect(output).toContain('! [remote rejected] HEAD -> topic (protected branch hook declined)')
})

test('a branch without new commits, and a deletion, need no signatures', async () => {
  const on = await scene()
  const directory = await work(on)
  on.github.changeSettings({ owner: 'acme', name: 'widgets', requiresSignatures: 'ruleset' })
  const push = (ref: string) => git(directory, on.token, 'push', 'origin', ref)
  expect(await push('HEAD:refs/heads/topic')).toMatchObject({ ok: true })
  expect(await push(':refs/heads/topic')).toMatchObject({ ok: true })
})

test('a file over 100 MB is refused, and one of 100 MB is not', async () => {
  const on = await scene()
  const directory = await work(on)
  const push = () => git(directory, on.token, 'push', 'origin', 'HEAD:refs/heads/topic')
  await change(directory, 'a b.bin')
  await truncate(`${directory}/a b.bin`, 104_857_600)
  await git(directory, null, 'commit', '--quiet', '--all', '-m', 'Large')
  expect(await push()).toMatchObject({ ok: true })
  await truncate(`${directory}/a b.bin`, 105_906_176)
  await git(directory, null, 'commit', '--quiet', '--all', '-m', 'Larger')
  const pushed = await push()
  expect(pushed.output).toContain('! [remote rejected] HEAD -> topic (pre-receive hook declined)')
  expect(pushed.output).toContain(
    "remote: error: File a b.bin is 101.00 MB; this exceeds GitHub's file size limit of 100.00 MB",
  )
  expect(pushed.output).toContain('remote: error: GH001: Large files detected.')
})

import { symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { commit, git, pick, scene } from '../github-scene.ts'

/** https://docs.github.com/en/rest/repos/contents#get-repository-content */
test('a link to a file of the repository returns that file, any other link itself', async () => {
  const { github, directory, call, app, jwt } = await scene()
  const source = join(directory, 'source')
  await git(directory, null, 'init', '-q', '-b', 'main', source)
  await writeFile(join(source, 'AGENTS.md'), 'be kind\n')
  await symlink('AGENTS.md', join(source, 'CLAUDE.md'))
  await symlink('/etc/passwd', join(source, 'outside'))
  await git(source, null, 'add', '-A')
  await git(source, null, 'commit', '-qm', 'x')
  await github.createRepository({ owner: 'acme', name: 'linked', from: source })
  const installation = github.installApp({ appId: app.appId, account: 'acme', repositories: 'all' })
  const minted = await call('POST', `/app/installations/${installation}/access_tokens`, jwt)
  const token = String(pick(minted.body, 'token'))

  const linked = await call('GET', '/repos/acme/linked/contents/CLAUDE.md', token)
  expect(pick(linked.body, 'type')).toBe('file')
  expect(Buffer.from(String(pick(linked.body, 'content')), 'base64').toString()).toBe('be kind\n')
  const outside = await call('GET', '/repos/acme/linked/contents/outside', token)
  expect(outside.body).toMatchObject({ type: 'symlink', target: '/etc/passwd' })
  expect(outside.body).not.toHaveProperty('content')
})

test('a submodule is shown as one', async () => {
  const { call, token, github } = await scene()
  const head = await commit(github, 'a.txt', 'one\n')
  const entry = { path: 'vendor', mode: '160000', type: 'commit', sha: head }
  const tree = await call('POST', '/repos/acme/widgets/git/trees', token, { base_tree: head, tree: [entry] })
  const made = { message: 'Add', tree: pick(tree.body, 'sha'), parents: [head] }
  const sha = pick((await call('POST', '/repos/acme/widgets/git/commits', token, made)).body, 'sha')
  const shown = await call('GET', `/repos/acme/widgets/contents/vendor?ref=${String(sha)}`, token)
  expect(shown.body).toMatchObject({ type: 'submodule', sha: head, submodule_git_url: null })
})

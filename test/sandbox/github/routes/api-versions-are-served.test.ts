import { expect, test } from 'vitest'
import { pick, scene } from '../github-scene.ts'

const version = (name: string): Record<string, string> => ({ 'x-github-api-version': name })

test('a version that GitHub does not serve is refused', async () => {
  const { call, jwt } = await scene()
  expect(await call('GET', '/app', jwt, undefined, version('2030-01-01'))).toMatchObject({
    status: 400,
    body: {
      message:
        'The version you specified in the "X-GitHub-API-Version" request header, "2030-01-01", is not a supported version. The following versions are currently supported: "2022-11-28", "2026-03-10" (most recent).',
    },
  })
  for (const name of ['2022-11-28', '2026-03-10'])
    expect((await call('GET', '/app', jwt, undefined, version(name))).status).toBe(200)
})

test('Enterprise Server up to 3.20 serves the first version only', async () => {
  const { call, jwt } = await scene('enterprise')
  expect((await call('GET', '/app', jwt, undefined, version('2022-11-28'))).status).toBe(200)
  expect((await call('GET', '/app', jwt, undefined, version('2026-03-10'))).status).toBe(400)
})

test('2026-03-10 leaves out what it removed, wherever it stands', async () => {
  const { call, token, github } = await scene()
  await github.commitFile({
    ...{ owner: 'acme', name: 'widgets', branch: 'side', path: 'a.md', text: 'a', message: 'Write a.md' },
  })
  const opened = await call('POST', '/repos/acme/widgets/pulls', token, {
    ...{ title: 'A', head: 'side', base: 'main' },
  })
  expect(opened.status).toBe(201)
  const read = async (name: string) =>
    (await call('GET', '/repos/acme/widgets/pulls/1', token, undefined, version(name))).body
  const before = await read('2022-11-28')
  expect(before).toHaveProperty('merge_commit_sha')
  expect(before).toHaveProperty('base.repo.has_downloads')
  const after = await read('2026-03-10')
  for (const path of ['merge_commit_sha', 'assignee', 'base.repo.has_downloads'])
    expect(after).not.toHaveProperty(path)
  expect(pick(after, 'html_url')).toBe(pick(before, 'html_url'))
})

test('a request without a User-Agent is forbidden', async () => {
  const { call, jwt } = await scene()
  expect(await call('GET', '/app', jwt, undefined, { 'user-agent': '' })).toMatchObject({ status: 403 })
})

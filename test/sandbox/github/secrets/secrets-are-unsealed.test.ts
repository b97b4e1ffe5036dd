import { expect, test } from 'vitest'
import { openSealedBox, sealingKeyOf } from '../../../../sandbox/github/secrets/open-sealed-box.ts'
import { pick, scene } from '../github-scene.ts'

/** The key of the sandbox, for which GitHub CLI 2.23.0 has sealed these. */
const KEY = sealingKeyOf(Buffer.alloc(32, 'sandbox'))
const SEALED = {
  'sk-1': 'PaYbwTWhycJzgnGTnkXyydy4wfpN71VAnZLNtIUDdBp9V9w4BU6yLlUNE4WcsJ8Ja4QKGQ==',
  '': 'P0ppF30olQGd41xTGysBXJTMNgRDdqLeM/lqE+geCAEi2pAibtqb8srPEWJ3UQL3',
  xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxyy:
    'R3YjCaeyfbsKY8UxIt//1ZsTjviktfQQPD3TVCkW9wFHh5WCONJF5YxmoWU7IT/LR1akTOlDjUdgnrm0Ov0mSumObS+gsZdgfA5Ch7fMAe2X',
  [`${'ä€'.repeat(40)}`]:
    'QDOHsrrpkN7+YGT7D1btLzEzys49of7CGEUCgAuu3HnGPGzy1TzAx/5O0P+v2xzBY5HZ6AOw2k3NeF4zavhiBMZkE4T1a7pvCirWrUsFc0/yvkJFntyS7Ma1zZuxGzr7n8qSU0KezJhz5qWpqUmhBIA5PTLf8USIRL1o6lKBWM2s2bSfajkx54lG2/i/if92jdX1juiKgfq6qqrpRawiHlCW0jjj4BDNPqI4R/oA5FhmoErKlqJ+icZ9AyGnO7Pjqp2DlxfWny9DyKEcKmaJV4YiNou0nNqwuA2Stk40O2iyP8J91vTJPQDbMoXobxWzHfoMOXYD35E=',
}

test.each(Object.entries(SEALED))('what a client has sealed is opened: %j', (text, sealed) => {
  const box = Buffer.from(sealed, 'base64')
  expect(openSealedBox(box, KEY)?.toString()).toBe(text)
  expect(openSealedBox(box, sealingKeyOf(Buffer.alloc(32, 'other')))).toBeNull()
  for (const at of [0, 31, 32, box.length - 1]) {
    const changed = Buffer.from(box)
    changed[at] = (changed[at] ?? 0) ^ 1
    expect(openSealedBox(changed, KEY)).toBeNull()
  }
  expect(openSealedBox(box.subarray(0, 47), KEY)).toBeNull()
})

test('secrets need write access, settings of Actions an administrator, and an organisation may forbid', async () => {
  const { github, call } = await scene()
  const place = { owner: 'acme', name: 'widgets' }
  const tokens = Object.fromEntries(
    (['read', 'write', 'admin'] as const).map((role) => {
      github.createAccount({ login: role, type: 'User' })
      github.changeRole({ ...place, login: role, role })
      return [role, github.createUserToken({ login: role, permission: 'role' })]
    }),
  )
  const base = '/repos/acme/widgets/actions'
  const statuses = async (method: string, path: string, body?: object) =>
    Promise.all(
      Object.values(tokens).map(async (token) => (await call(method, `${base}${path}`, token, body)).status),
    )
  const { body } = await call('GET', `${base}/secrets/public-key`, tokens.write)
  const sent = { key_id: pick(body, 'key_id'), encrypted_value: SEALED['sk-1'] }
  expect(await statuses('PUT', '/secrets/KEY', sent)).toEqual([403, 201, 204])
  expect(await statuses('PUT', '/secrets/GITHUB_KEY', sent)).toEqual([403, 422, 422])
  expect(await statuses('PUT', '/secrets/KEY', { ...sent, encrypted_value: 'AAAA' })).toEqual([403, 422, 422])
  expect(await statuses('GET', '/permissions')).toEqual([403, 403, 200])
  const may = { can_approve_pull_request_reviews: true }
  expect(await statuses('PUT', '/permissions/workflow', may)).toEqual([403, 403, 204])
  github.changeSettings({ ...place, organizationForbidsPulls: true })
  expect(await statuses('PUT', '/permissions/workflow', may)).toEqual([403, 403, 409])
})

test('a token names its scopes, and without `workflow` adds no workflow', async () => {
  const { github, call } = await scene()
  const tokenOf = (scopes: readonly string[]) =>
    github.createUserToken({ login: 'octo-admin', permission: 'role', scopes })
  const path = '/repos/acme/widgets/contents/.github/workflows/new.yml'
  const file = { message: 'Add', content: 'YQ==' }
  const narrow = tokenOf(['gist', 'repo'])
  expect((await call('GET', '/user', narrow)).headers.get('x-oauth-scopes')).toBe('gist, repo')
  expect((await call('PUT', path, narrow, file)).status).toBe(403)
  expect((await call('PUT', path, tokenOf(['repo', 'workflow']), file)).status).toBe(201)
  const other = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  expect((await call('GET', '/user', other)).headers.get('x-oauth-scopes')).toBeNull()
})

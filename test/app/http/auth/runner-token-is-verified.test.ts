import { createHmac } from 'node:crypto'
import { UnsecuredJWT } from 'jose'
import { expect, it } from 'vitest'
import { GithubUnavailable } from '../../../../src/app/github/errors.ts'
import { NOW, oidcWorld } from './oidc-issuer.ts'

it('reads the workflow run from a valid token', async () => {
  const { verify, mint } = await oidcWorld()
  expect(await verify(await mint())).toEqual({
    kind: 'verified',
    identity: {
      repositoryId: 1296269,
      repositoryOwnerId: 7,
      repositoryVisibility: 'private',
      ref: 'refs/heads/main',
      sha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      eventName: 'workflow_dispatch',
      workflowRef: 'acme/hello/.github/workflows/prentice.yml@refs/heads/main',
      jobWorkflowRef: 'acme/hello/.github/workflows/prentice.yml@refs/heads/main',
      jobWorkflowSha: '6dcb09b5b57875f334f61aebed695e2e4193db5e',
      workflowRunId: 500,
      runAttempt: 1,
      actorId: 4242,
      actor: 'prentice[bot]',
    },
  })
})

it('refuses a token that was used before', async () => {
  const { verify, mint, clock } = await oidcWorld()
  const token = await mint()
  expect((await verify(token)).kind).toBe('verified')
  expect(await verify(token)).toEqual({ kind: 'refused', why: expect.stringContaining('used before') })
  clock.at += 309_000
  expect(await verify(token)).toEqual({ kind: 'refused', why: expect.stringContaining('used before') })
})

it('accepts one of two simultaneous requests with the same token', async () => {
  const { verify, mint } = await oidcWorld()
  const token = await mint()
  const answers = await Promise.all([verify(token), verify(token)])
  expect(answers.map(({ kind }) => kind).sort()).toEqual(['refused', 'verified'])
})

const S = NOW / 1000
it.each([
  ['another audience', { aud: 'https://github.com/acme' }, '"aud"'],
  ['another issuer', { iss: 'https://token.actions.githubusercontent.com' }, '"iss"'],
  ['an expiry in the past', { iat: S - 400, exp: S - 11 }, '"exp"'],
  ['a long life', { iat: S - 700, exp: S + 3600 }, '"iat"'],
  ['a birth in the future', { iat: S + 60, exp: S + 300 }, '"iat"'],
  ['a start in the future', { nbf: S + 60 }, '"nbf"'],
  ['no jti', { jti: undefined }, '"jti"'],
  ['no expiry', { exp: undefined }, '"exp"'],
  ['no age', { iat: undefined }, '"iat"'],
  ['no run', { run_id: undefined }, '"run_id"'],
  ['a run that is no number', { run_id: '500x' }, 'run_id'],
  ['a run in another notation', { run_id: '0x1f4' }, 'run_id'],
  ['a repository beyond exact numbers', { repository_id: '9007199254740993' }, 'repository_id'],
  ['a repository as a number', { repository_id: 1296269 }, 'repository_id'],
  ['no job workflow', { job_workflow_ref: undefined }, 'job_workflow_ref'],
])('refuses a token with %s', async (_, changed, claim) => {
  const { verify, mint } = await oidcWorld()
  expect(await verify(await mint(changed))).toEqual({ kind: 'refused', why: expect.stringContaining(claim) })
})

it('refuses a token that the issuer has not signed', async () => {
  const { verify, mint, payload, jwk, strangersKey } = await oidcWorld()
  const head = (alg: string) =>
    Buffer.from(JSON.stringify({ alg, typ: 'JWT', kid: 'k1' })).toString('base64url')
  const hs256 = `${head('HS256')}.${Buffer.from(JSON.stringify(payload())).toString('base64url')}`
  const [, , signature] = (await mint()).split('.')
  const body = Buffer.from(JSON.stringify(payload({ repository_id: '1' }))).toString('base64url')
  const forged = {
    unsigned: new UnsecuredJWT(payload()).encode(),
    'signed with the public key as a secret': `${hs256}.${createHmac('sha256', JSON.stringify(jwk)).update(hs256).digest('base64url')}`,
    "signed with a stranger's key": await mint({}, strangersKey),
    'signed with a key that is not in the set': await mint({}, strangersKey, { kid: 'k2' }),
    'signed, then changed': `${head('RS256')}.${body}.${signature}`,
    'carrying its own key': await mint({}, strangersKey, { kid: undefined, jwk: { kty: 'RSA' } }),
    'not a token': 'abc',
  }
  for (const [how, token] of Object.entries(forged))
    expect([how, (await verify(token)).kind]).toEqual([how, 'refused'])
})

it('reports missing signing keys as an outage, not as a bad token, and recovers', async () => {
  const { verify, mint, served } = await oidcWorld()
  const token = await mint()
  served.status = 500
  await expect(verify(token)).rejects.toBeInstanceOf(GithubUnavailable)
  served.status = 200
  expect((await verify(token)).kind).toBe('verified')
})

it('reports an issuer that does not respond as an outage', async () => {
  const { verify, mint, server } = await oidcWorld()
  server.close()
  await expect(verify(await mint())).rejects.toThrow('the keys of the OIDC issuer could not be read')
})

it('reads the signing keys once, also if many tokens name an unknown key', async () => {
  const { verify, mint, served, strangersKey } = await oidcWorld()
  await verify(await mint())
  for (const kid of ['a', 'b', 'c']) await verify(await mint({}, strangersKey, { kid }))
  // The discovery document and the keys.
  expect(served.asked).toBe(2)
})

it.each([
  [
    'of another issuer',
    { discovery: { issuer: 'https://token.actions.githubusercontent.com' } },
    'another issuer',
  ],
  [
    'of the issuer with a slash',
    (issuer: string) => ({ discovery: { issuer: `${issuer}/` } }),
    'another issuer',
  ],
  ['without keys', { discovery: { jwks_uri: null } }, 'is no discovery document'],
  [
    'with keys of another host',
    { discovery: { jwks_uri: 'https://keys.example/jwks' } },
    'at another address',
  ],
  ['with keys of another port', { discovery: { jwks_uri: 'http://127.0.0.1:1/jwks' } }, 'at another address'],
  ['with keys in itself', { discovery: { jwks_uri: 'data:application/json,{}' } }, 'at another address'],
  ['that is too large', { discovery: { scopes_supported: 'x'.repeat(64 * 1024) } }, 'larger than 64 KiB'],
  ['with keys that are too large', { keys: { note: 'x'.repeat(64 * 1024) } }, 'larger than 64 KiB'],
  [
    'that redirects',
    { redirects: { '/acme/.well-known/openid-configuration': '/.well-known/openid-configuration' } },
    'Expected 200',
  ],
  [
    'with keys that redirect',
    (issuer: string) => ({
      discovery: { jwks_uri: `${issuer}/moved` },
      redirects: { '/acme/moved': '/.well-known/jwks' },
    }),
    'Expected 200',
  ],
])('believes no discovery document %s', async (_, lie, why) => {
  const { verify, mint, served, issuer } = await oidcWorld()
  Object.assign(served, typeof lie === 'function' ? lie(issuer) : lie)
  await expect(verify(await mint())).rejects.toThrow(why)
  await expect(verify(await mint())).rejects.toBeInstanceOf(GithubUnavailable)
})

it('asks only the configured issuer, whatever the token names', async () => {
  const { verify, mint, served, issuer } = await oidcWorld()
  const root = issuer.replace('/acme', '')
  expect(await verify(await mint({ iss: root }))).toEqual({
    kind: 'refused',
    why: expect.stringContaining('"iss"'),
  })
  expect(served.asked).toBe(2)
})

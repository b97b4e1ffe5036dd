import { createRemoteJWKSet, jwtVerify } from 'jose'
import { expect, test } from 'vitest'
import { commit, pick, scene, WORKFLOW } from '../github-scene.ts'

const DISPATCH = '/repos/acme/widgets/actions/workflows/prentice.yml/dispatches'
const dispatch = { ref: 'main', inputs: { run: 'r1' } }

const started = async (dialect: 'github' | 'enterprise' = 'github') => {
  const on = await scene(dialect)
  await on.call('POST', DISPATCH, on.token, dispatch)
  const [run] = on.runs
  if (!run?.idToken) throw new Error('the run has no identity')
  const { requestUrl, requestToken } = run.idToken
  const ask = async (audience: string, secret = requestToken) =>
    fetch(`${requestUrl}&audience=${encodeURIComponent(audience)}`, {
      headers: { authorization: `Bearer ${secret}` },
    })
  return { ...on, run, ask }
}

const tokenOf = async (response: Response): Promise<string> => String(pick(await response.json(), 'value'))

test.each(['github', 'enterprise'] as const)(
  'a %s job gets a token that its key set verifies',
  async (dialect) => {
    const { github, run, repository, app, ask } = await started(dialect)
    const keys = createRemoteJWKSet(new URL(`${github.oidcIssuer}/.well-known/jwks`))
    const token = await tokenOf(await ask('https://app.example'))
    const { payload, protectedHeader } = await jwtVerify(token, keys, {
      issuer: github.oidcIssuer,
      audience: 'https://app.example',
      algorithms: ['RS256'],
    })
    const workflow = 'acme/widgets/.github/workflows/prentice.yml@refs/heads/main'
    expect(payload).toMatchObject({
      ref: 'refs/heads/main',
      ref_type: 'branch',
      sha: run.sha,
      repository: 'acme/widgets',
      repository_id: String(repository.id),
      repository_owner_id: String(run.repository.ownerId),
      repository_visibility: 'private',
      actor: 'prentice[bot]',
      actor_id: String(app.botId),
      workflow_ref: workflow,
      job_workflow_ref: workflow,
      event_name: 'workflow_dispatch',
      run_id: String(run.id),
      run_attempt: '1',
      runner_environment: dialect === 'github' ? 'github-hosted' : 'self-hosted',
    })
    const { exp = 0, iat = 0, nbf, aud, iss, ...claims } = payload
    expect([exp - iat, aud, iss, typeof nbf]).toEqual([
      300,
      'https://app.example',
      github.oidcIssuer,
      'number',
    ])
    expect(Object.values(claims).every((claim) => typeof claim === 'string')).toBe(true)
    expect(protectedHeader).toMatchObject({ alg: 'RS256', typ: 'JWT' })
  },
)

test('each token has its own jti', async () => {
  const { ask } = await started()
  const jtis = await Promise.all(
    [1, 2].map(async () => {
      const [, payload = ''] = (await tokenOf(await ask('a'))).split('.')
      return pick(JSON.parse(Buffer.from(payload, 'base64url').toString()), 'jti')
    }),
  )
  expect(new Set(jtis).size).toBe(2)
})

test('a wrong secret and the secret of a completed run are refused', async () => {
  const { github, run, ask } = await started()
  expect((await ask('a', 'wrong')).status).toBe(401)
  run.started()
  run.completed('success')
  await github.settled()
  expect((await ask('a')).status).toBe(401)
})

test('without id-token: write, a job has no secret', async () => {
  const { github, call, token, runs } = await scene()
  await commit(github, '.github/workflows/prentice.yml', WORKFLOW.replace('  id-token: write\n', ''))
  await call('POST', DISPATCH, token, dispatch)
  expect(runs[0]?.idToken).toBeNull()
})

test('GITHUB_TOKEN has the permissions of the workflow until the run completes', async () => {
  const { github, call, run } = await started()
  const repository = '/repos/acme/widgets'
  expect((await call('GET', `${repository}/contents/README.md`, run.githubToken)).status).toBe(200)
  const pull = await call('POST', `${repository}/pulls`, run.githubToken, {
    title: 'x',
    head: 'a',
    base: 'main',
  })
  expect(pull).toMatchObject({ status: 403, body: { message: 'Resource not accessible by integration' } })
  run.completed('success')
  await github.settled()
  expect((await call('GET', repository, run.githubToken)).status).toBe(401)
})

test('GITHUB_TOKEN opens a pull request only if the setting allows it', async () => {
  const { github, call, installationId, jwt, runs } = await scene()
  const common = { owner: 'acme', message: 'x' }
  await github.createRepository({ owner: 'acme', name: 'strict', actionsMayOpenPulls: false })
  github.changeInstallation(installationId, { kind: 'add', repositories: ['strict'] })
  const text = WORKFLOW.replace('contents: read', 'pull-requests: write')
  const path = '.github/workflows/prentice.yml'
  await github.commitFile({ ...common, name: 'strict', branch: 'main', path, text })
  await github.commitFile({ ...common, name: 'widgets', branch: 'main', path, text })
  for (const name of ['strict', 'widgets'])
    await github.commitFile({ ...common, name, branch: 'topic', path: 'a.txt', text: 'one\n' })
  const minted = await call('POST', `/app/installations/${installationId}/access_tokens`, jwt)
  const token = String(pick(minted.body, 'token'))
  const open = async (name: string) => {
    await call('POST', `/repos/acme/${name}/actions/workflows/prentice.yml/dispatches`, token, dispatch)
    const pull = { title: 'x', head: 'topic', base: 'main' }
    return call('POST', `/repos/acme/${name}/pulls`, runs.at(-1)?.githubToken, pull)
  }
  expect(await open('strict')).toMatchObject({ status: 403, body: { message: /not permitted to create/ } })
  expect(await open('widgets')).toMatchObject({
    status: 201,
    body: { user: { login: 'github-actions[bot]' } },
  })
})

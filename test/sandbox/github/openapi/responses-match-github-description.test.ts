import { expect, test } from 'vitest'
import type { SandboxGithub } from '../../../../sandbox/github/github.ts'
import { routes } from '../../../../sandbox/github/routes/routes.ts'
import { type Answer, commit, pick, scene } from '../github-scene.ts'
import { describedResponses, responseViolations } from './openapi-slice.ts'

type Names = Readonly<Record<string, string | number>>

/** Calls a route by its template and collects violations of GitHub's description. */
const checker = (
  call: (method: string, path: string, token: string, body?: object) => Promise<Answer>,
  common: { token: string; names: Names },
) => {
  const seen = new Set<string>()
  const violations: string[] = []
  const check = async (route: string, names: Names = {}, body?: object, token = common.token) => {
    const [method = '', template = ''] = route.split(' ')
    const all: Names = { ...common.names, ...names }
    const path = template.replace(/\{(\w+)\}/g, (_, name: string) => String(all[name]))
    const answer = await call(method, `${path}${names.query ?? ''}`, token, body)
    seen.add(route)
    for (const violation of responseViolations(route, answer.status, answer.body))
      violations.push(`${route}: ${violation}${answer.status >= 400 ? JSON.stringify(answer.body) : ''}`)
    return answer.body
  }
  return { check, seen, violations }
}

type Check = ReturnType<typeof checker>['check']

const R = '/repos/{owner}/{repo}'
const W = `${R}/actions/workflows/{workflow_id}`
const P = `${R}/pulls/{pull_number}`

/** The code with which GitHub returns to the site that posted a manifest. */
const manifestCode = async (serverUrl: string): Promise<string> => {
  const urls = { url: 'https://site.example', redirect_url: 'https://site.example/back' }
  const body = new URLSearchParams({ manifest: JSON.stringify(urls), app_name: 'Another' })
  const created = await fetch(`${serverUrl}/settings/apps/new`, { method: 'POST', body, redirect: 'manual' })
  return new URL(created.headers.get('location') ?? '').searchParams.get('code') ?? ''
}

test.each(['github', 'enterprise'] as const)(
  'every answer of the %s dialect is as described',
  async (dialect) => {
    const { github, app, repository, call, jwt, token, installationId, runs } = await scene(dialect)
    const main = await commit(github, 'notes/ä b.txt', 'one\n')
    await commit(github, 'notes/second.txt', 'two\n', 'feature/one')
    const { check, seen, violations } = checker(call, {
      token,
      names: { owner: 'acme', repo: 'widgets', installation_id: installationId, workflow_id: 'prentice.yml' },
    })

    await check('GET /app', {}, undefined, jwt)
    await check('GET /app/installations', {}, undefined, jwt)
    await check('GET /app/installations/{installation_id}', {}, undefined, jwt)
    await check('GET /repos/{owner}/{repo}/installation', {}, undefined, jwt)
    await check('POST /app-manifests/{code}/conversions', { code: await manifestCode(github.serverUrl) })
    await check('GET /installation/repositories')
    await check('GET /app/hook/config', {}, undefined, jwt)
    expect(await check('GET /app/hook/deliveries', {}, undefined, jwt)).not.toEqual([])
    await check(
      'POST /app/hook/deliveries/{delivery_id}/attempts',
      { delivery_id: '3835545665537048576' },
      undefined,
      jwt,
    )
    const tokens = 'POST /app/installations/{installation_id}/access_tokens'
    const asked = { repository_ids: [repository.id], permissions: { contents: 'write' } }
    const minted = await check(tokens, {}, asked, jwt)
    await check('DELETE /installation/token', {}, undefined, String(pick(minted, 'token')))
    await check('GET /users/{username}', { username: 'prentice%5Bbot%5D' })
    await check('GET /users/{username}', { username: 'acme' })
    const viaApp = { permission: 'role', viaApp: app.appId } as const
    const person = github.createUserToken({ login: 'octo-admin', ...viaApp })
    const self = await check('GET /user', {}, undefined, person)
    await check('GET /user/{account_id}', { account_id: Number(pick(self, 'id')) })
    await check('GET /user/installations', {}, undefined, person)
    await check('GET /user/installations/{installation_id}/repositories', {}, undefined, person)
    await check('GET /user/memberships/orgs/{org}', { org: 'acme' }, undefined, person)
    await check('GET /orgs/{org}/memberships/{username}', { org: 'acme', username: 'octo-admin' })
    github.createTeam({ organization: 'acme', slug: 'docs', members: ['octo-admin'] })
    const member = { org: 'acme', team_slug: 'docs', username: 'octo-admin' }
    await check('GET /orgs/{org}/teams/{team_slug}/memberships/{username}', member)

    await check(`GET ${R}`)
    await check(`GET ${R}`, {}, undefined, person)
    const fresh = { name: 'a new one', private: true, auto_init: true }
    await check('POST /orgs/{org}/repos', { org: 'acme' }, fresh, person)
    await check('POST /user/repos', {}, { name: 'own' }, person)
    const written = { message: 'Write', content: 'b25lCg==' }
    const file = await check(`PUT ${R}/contents/{path}`, { path: 'api.txt' }, written)
    const again = { ...written, content: 'dHdvCg==', sha: pick(file, 'content', 'sha') }
    await check(`PUT ${R}/contents/{path}`, { path: 'api.txt' }, again)
    const ref_name = { include: ['~DEFAULT_BRANCH'], exclude: [] }
    const rules = [{ type: 'pull_request', parameters: { required_approving_review_count: 1 } }]
    const ruleset = { name: 'main', target: 'branch', enforcement: 'active', conditions: { ref_name }, rules }
    const ruled = await check(`POST ${R}/rulesets`, {}, ruleset, person)
    await check(`GET ${R}/rulesets`)
    await check(`GET ${R}/rules/branches/{branch}`, { branch: 'main' })
    await check(`GET ${R}/branches/{branch}`, { branch: 'main' })
    await check(
      `DELETE ${R}/rulesets/{ruleset_id}`,
      { ruleset_id: Number(pick(ruled, 'id')) },
      undefined,
      person,
    )
    await check(`GET ${R}/branches`)
    await check(`GET ${R}/branches/{branch}`, { branch: 'feature/one' })
    await check(`GET ${R}/git/ref/{ref}`, { ref: 'heads/feature/one' })
    await check(`GET ${R}/git/trees/{tree_sha}`, { tree_sha: main, query: '?recursive=1' })
    const blob = await check(`POST ${R}/git/blobs`, {}, { content: 'b25lCg==', encoding: 'base64' })
    const parent = await check(`GET ${R}/git/trees/{tree_sha}`, { tree_sha: main })
    const entry = { path: 'a.bin', mode: '100755', type: 'blob', sha: pick(blob, 'sha') }
    const sentTree = { base_tree: pick(parent, 'sha'), tree: [entry] }
    const tree = pick(await check(`POST ${R}/git/trees`, {}, sentTree), 'sha')
    const made = await check(`POST ${R}/git/commits`, {}, { message: 'Add', tree, parents: [main] })
    const sha = pick(made, 'sha')
    await check(`GET ${R}/git/commits/{commit_sha}`, { commit_sha: String(sha) })
    await check(`POST ${R}/git/refs`, {}, { ref: 'refs/heads/api', sha: main })
    await check(`PATCH ${R}/git/refs/{ref}`, { ref: 'heads/api' }, { sha })
    await check(`POST ${R}/git/refs`, {}, { ref: 'refs/heads/gone', sha: main })
    await check(`DELETE ${R}/git/refs/{ref}`, { ref: 'heads/gone' })
    await check(`GET ${R}/contents/{path}`, { path: 'notes/%C3%A4%20b.txt', query: '?ref=main' })
    await check(`GET ${R}/contents/{path}`, { path: 'notes' })
    await check(`GET ${R}/commits/{ref}`, { ref: 'main' })
    await check(`GET ${R}/compare/{basehead}`, { basehead: 'main...feature%2Fone' })

    const details = dialect === 'github' ? { return_run_details: true } : {}
    await check(`GET ${W}`)
    await check(`POST ${W}/dispatches`, {}, { ref: 'main', inputs: { run: 'r1' }, ...details })
    await check(`POST ${W}/dispatches`, {}, { ref: 'main', inputs: { run: 'r2' } })
    await check(`GET ${W}/runs`, { query: '?event=workflow_dispatch&per_page=1' })
    await check(`GET ${R}/actions/runs`, { query: '?status=queued' })
    for (const run of runs) run.started()
    await check(`GET ${R}/actions/runs/{run_id}`, { run_id: runs[0]?.id ?? 0 })
    await check(`POST ${R}/actions/runs/{run_id}/cancel`, { run_id: runs[0]?.id ?? 0 })
    await check(`POST ${R}/actions/runs/{run_id}/force-cancel`, { run_id: runs[0]?.id ?? 0 })
    await checkCi(github, check)
    await check(`PUT ${W}/disable`)
    await check(`PUT ${W}/enable`)
    await checkActionsSettings(check, github)

    const pull = { title: 'One', body: 'why', head: 'feature/one', base: 'main' }
    const number = Number(pick(await check(`POST ${R}/pulls`, {}, pull), 'number'))
    await check(`GET ${R}/pulls`, { query: '?state=all' })
    await check(`GET ${P}`, { pull_number: number })
    await check(`PATCH ${P}`, { pull_number: number }, { title: 'Better' })
    await commit(github, 'notes/third.txt', 'three\n')
    await check(`PUT ${P}/update-branch`, { pull_number: number }, {})
    await check(`GET ${P}/files`, { pull_number: number })
    await check(`GET ${P}/commits`, { pull_number: number })
    const checked = { name: 'Prentice', head_sha: sha, status: 'in_progress', external_id: 'run_1' }
    const checkRun = pick(await check(`POST ${R}/check-runs`, {}, checked), 'id')
    const output = { title: 'Done', summary: 'All of it' }
    const ended = { conclusion: 'success', output }
    await check(`PATCH ${R}/check-runs/{check_run_id}`, { check_run_id: Number(checkRun) }, ended)
    await check(`GET ${R}/check-runs/{check_run_id}`, { check_run_id: Number(checkRun) })
    await check(`GET ${R}/commits/{ref}/check-runs`, { ref: String(sha) })
    await checkConversation(check, number)
    await check(`GET ${R}/commits/{commit_sha}/pulls`, { commit_sha: String(sha) })
    await checkReviews(check, number, person)
    const assignees = { assignees: ['octo-admin', 'nobody'] }
    await check(`POST ${R}/issues/{issue_number}/assignees`, { issue_number: number }, assignees)
    const reviewers = { reviewers: ['octo-admin'] }
    await check(`POST ${P}/requested_reviewers`, { pull_number: number }, reviewers)
    await check(`PUT ${P}/merge`, { pull_number: number })
    await check(`GET ${P}`, { pull_number: number })

    expect(violations).toEqual([])
    const registered = routes.map(({ method, path }) => `${method} ${path}`).sort()
    expect([...seen].sort()).toEqual(registered)
    expect([...describedResponses].sort()).toEqual(registered)
  },
)

async function checkCi(github: SandboxGithub, check: Check): Promise<void> {
  const jobs = [{ name: 'unit', conclusion: 'failure', log: 'FAIL\n' }] as const
  const ci = { owner: 'acme', name: 'widgets', workflow: 'prentice.yml', branch: 'main', jobs }
  const { id: run_id } = await github.recordCiRun(ci)
  await check(`GET ${R}/actions/runs/{run_id}`, { run_id })
  const listed = await check(`GET ${R}/actions/runs/{run_id}/jobs`, { run_id })
  const job_id = Number(pick(listed, 'jobs', '0', 'id'))
  await check(`GET ${R}/actions/jobs/{job_id}/logs`, { job_id })
}

/** `sk-1`, sealed by GitHub CLI for the key of the sandbox. */
const encrypted_value = 'PaYbwTWhycJzgnGTnkXyydy4wfpN71VAnZLNtIUDdBp9V9w4BU6yLlUNE4WcsJ8Ja4QKGQ=='

async function checkActionsSettings(check: Check, github: SandboxGithub): Promise<void> {
  const admin = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  const may = { default_workflow_permissions: 'write', can_approve_pull_request_reviews: true }
  await check(`GET ${R}/actions/permissions`, {}, undefined, admin)
  await check(`PUT ${R}/actions/permissions/workflow`, {}, may, admin)
  expect(await check(`GET ${R}/actions/permissions/workflow`, {}, undefined, admin)).toEqual(may)
  const { key_id } = Object(await check(`GET ${R}/actions/secrets/public-key`, {}, undefined, admin))
  const secret = { secret_name: 'MODEL_KEY' }
  for (const _ of ['created', 'replaced'])
    await check(`PUT ${R}/actions/secrets/{secret_name}`, secret, { encrypted_value, key_id }, admin)
  await check(`GET ${R}/actions/secrets/{secret_name}`, secret, undefined, admin)
  github.setOrganizationSecret({ organization: 'acme', name: 'SHARED', value: 'sk-2' })
  await check(`GET ${R}/actions/organization-secrets`, {}, undefined, admin)
  expect(github.secrets({ owner: 'acme', name: 'widgets' })).toEqual({ SHARED: 'sk-2', MODEL_KEY: 'sk-1' })
}

const I = `${R}/issues/{issue_number}`
const C = `${R}/issues/comments/{comment_id}`

async function checkConversation(check: Check, pull: number): Promise<void> {
  const issue = await check(`POST ${R}/issues`, {}, { title: 'Typo', body: 'In README', labels: ['bug'] })
  const issue_number = Number(pick(issue, 'number'))
  await check(`GET ${I}`, { issue_number })
  await check(`GET ${I}`, { issue_number: pull })
  await check(`PATCH ${I}`, { issue_number }, { title: 'A typo' })
  await check(`POST ${I}/labels`, { issue_number }, { labels: ['prentice'] })
  await check(`DELETE ${I}/labels/{name}`, { issue_number, name: 'prentice' })
  await check(`POST ${I}/reactions`, { issue_number }, { content: 'eyes' })
  await check(`POST ${I}/comments`, { issue_number: pull }, { body: 'hello' })
  await check(`GET ${I}/comments`, { issue_number: pull })
  const comment_id = Number(pick(await check(`POST ${I}/comments`, { issue_number }, { body: 'hi' }), 'id'))
  await check(`GET ${C}`, { comment_id })
  await check(`PATCH ${C}`, { comment_id }, { body: 'hi again' })
  for (const content of ['eyes', 'eyes', 'rocket'])
    await check(`POST ${C}/reactions`, { comment_id }, { content })
  await check(`DELETE ${C}`, { comment_id })
  await check(`GET ${R}/collaborators/{username}/permission`, { username: 'octo-admin' })
}

const D = `${R}/pulls/comments/{comment_id}`

async function checkReviews(check: Check, pull_number: number, person: string): Promise<void> {
  const place = { path: 'notes/second.txt', line: 1 }
  const comments = [{ ...place, body: 'Why two?' }]
  const sent = { event: 'COMMENT', body: 'One question', comments }
  const review_id = Number(pick(await check(`POST ${P}/reviews`, { pull_number }, sent), 'id'))
  await check(`GET ${P}/reviews`, { pull_number })
  const no = { event: 'REQUEST_CHANGES', body: 'No' }
  const refused = Number(pick(await check(`POST ${P}/reviews`, { pull_number }, no, person), 'id'))
  const message = { message: 'Outdated' }
  await check(`PUT ${P}/reviews/{review_id}/dismissals`, { pull_number, review_id: refused }, message)
  await check(`GET ${P}/reviews/{review_id}`, { pull_number, review_id })
  await check(`GET ${P}/reviews/{review_id}/comments`, { pull_number, review_id })
  const single = await check(`POST ${P}/comments`, { pull_number }, { ...place, body: 'And here' })
  const comment_id = Number(pick(single, 'id'))
  await check(`GET ${P}/comments`, { pull_number })
  await check(`POST ${P}/comments/{comment_id}/replies`, { pull_number, comment_id }, { body: 'Because' })
  await check(`GET ${D}`, { comment_id })
  await check(`PATCH ${D}`, { comment_id }, { body: 'And here?' })
  await check(`POST ${D}/reactions`, { comment_id }, { content: 'eyes' })
  await check(`DELETE ${D}`, { comment_id })
}

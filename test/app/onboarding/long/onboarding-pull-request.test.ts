import { expect, test } from 'vitest'
import { z } from 'zod'
import { checkWorkflowFile } from '../../../../src/app/onboarding/check-workflow-file.ts'
import { ONBOARDING_BRANCH } from '../../../../src/app/onboarding/describe-onboarding.ts'
import { matchRepository } from '../../../../src/settings/match-name.ts'
import { parseSettings } from '../../../../src/settings/parse-settings.ts'
import { onboardingScene, SHA } from '../onboarding-scene.ts'

const WORKFLOW = '.github/workflows/prentice.yml'
const SETTINGS = '.github/prentice.yml'
const CONFIG = {
  publicUrl: 'https://prentice.example.com',
  actionRef: { repository: 'acme/prentice', ref: SHA, version: 'v1.2.3' },
  reusableWorkflows: [],
}

test('a new repository gets one pull request, with a workflow that suits the server and valid settings', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  const [line] = await scene.run()
  expect(line).toEqual({
    kind: 'opened',
    subject: 'acme/widgets',
    text: `${scene.github.serverUrl}/acme/widgets/pull/1`,
  })
  const workflow = (await scene.written('widgets', WORKFLOW)) ?? ''
  expect(checkWorkflowFile(workflow, CONFIG)).toEqual([])
  expect(workflow).toContain(`uses: acme/prentice@${SHA} # v1.2.3`)
  const settings = (await scene.written('widgets', SETTINGS)) ?? ''
  expect(parseSettings([{ path: SETTINGS, text: settings }])).toEqual({
    kind: 'valid',
    settings: {},
    checkPlaces: null,
    warnings: [],
  })
  const uncommented = settings.replaceAll(/^# (?=( *)[a-z-]+:( |$))/gm, '')
  expect(parseSettings([{ path: SETTINGS, text: uncommented }])).toMatchObject({
    kind: 'valid',
    warnings: [],
  })
  const pull = await scene.pull('widgets')
  expect(pull).toMatchObject({
    title: 'Set up Prentice',
    changed_files: 2,
    commits: 1,
    user: { login: 'prentice[bot]' },
  })
  const shown = pull.body
    .replaceAll(scene.github.serverUrl, 'https://github.example')
    .replaceAll(pull.head.sha, 'HEAD')
  expect(shown).toMatchSnapshot()
  expect(await scene.kinds()).toEqual(['nothing acme/widgets'])
})

test('the token for it covers one repository and ends with the work', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.run()
  const requests = scene.github.requests().filter(({ surface }) => surface === 'rest')
  expect(requests.at(-1)).toMatchObject({ method: 'DELETE', path: '/installation/token', status: 204 })
})

test('a pull request that was closed is never opened again, and its repository is left alone', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.run()
  await scene.call('PATCH', '/repos/acme/widgets/pulls/1', { state: 'closed' })
  for (const actionRef of [CONFIG.actionRef, { ...CONFIG.actionRef, ref: 'c'.repeat(40) }])
    expect(await scene.run({ config: { ...CONFIG, actionRef, defaultModel: 'openai/gpt-5' } })).toEqual([
      {
        kind: 'nothing',
        subject: 'acme/widgets',
        text: 'its pull request was closed, and is not opened again',
      },
    ])
})

test('an open pull request that is out of date is refreshed, on top of the default branch', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.run()
  await scene.commit('widgets', 'README.md', 'changed\n')
  const actionRef = { repository: 'acme/prentice', ref: 'c'.repeat(40), version: 'v2.0.0' }
  const config = { ...CONFIG, actionRef, defaultModel: 'openai/gpt-5' }
  expect(await scene.kinds({ config, isDryRun: true })).toEqual(['would-refresh acme/widgets'])
  expect(await scene.written('widgets', WORKFLOW)).toContain(SHA)
  expect(await scene.kinds({ config })).toEqual(['refreshed acme/widgets'])
  expect(await scene.written('widgets', WORKFLOW)).toContain(`${'c'.repeat(40)} # v2.0.0`)
  expect(await scene.written('widgets', 'README.md')).toBe('changed\n')
  const pull = await scene.pull('widgets')
  expect(pull.body).toContain('v2.0.0')
  expect(pull).toMatchObject({ state: 'open', changed_files: 2 })
  // The text names the new commit, so the next change finds it.
  expect(await scene.kinds()).toEqual(['refreshed acme/widgets'])
})

test('a branch that somebody has pushed to is left alone', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.run()
  const theirs = await scene.commit('widgets', WORKFLOW, '# mine\n', 'prentice/onboarding')
  expect(await scene.run()).toMatchObject([
    { kind: 'nothing', text: 'somebody else has changed the branch of its pull request' },
  ])
  expect((await scene.pull('widgets')).head.sha).toBe(theirs)
})

test('a push between the look and the refresh is not overwritten', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.run()
  const actionRef = { ...CONFIG.actionRef, ref: 'c'.repeat(40) }
  const push = () => scene.commit('widgets', 'mine.txt', 'mine\n', 'prentice/onboarding')
  const lines = await scene.run({
    config: { ...CONFIG, actionRef, defaultModel: 'openai/gpt-5' },
    pause: async () => void (await push()),
  })
  expect(lines).toMatchObject([{ kind: 'failed', text: 'GitHub refused: Update is not a fast forward' }])
  expect(await scene.written('widgets', 'mine.txt')).toBe('mine\n')
})

test('an attempt that was interrupted before the pull request continues on its branch', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  scene.github.failNext(/^POST \/repos\/acme\/widgets\/pulls/, 422)
  expect(await scene.kinds()).toEqual(['failed acme/widgets'])
  expect(await scene.kinds()).toEqual(['opened acme/widgets'])
})

test('a branch of that name with the same files and another one gets no pull request', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  scene.github.failNext(/^POST \/repos\/acme\/widgets\/pulls/, 422)
  await scene.kinds()
  await scene.commit('widgets', 'backdoor.sh', 'exit\n', ONBOARDING_BRANCH)
  expect(await scene.run()).toMatchObject([
    { kind: 'nothing', subject: 'acme/widgets', text: expect.stringContaining(ONBOARDING_BRANCH) },
  ])
})

test('the settings suggest the commands of the repository, as comments', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  const manifest = { scripts: { lint: 'eslint .', test: 'vitest run' }, devDependencies: { vitest: '5' } }
  await scene.commit('widgets', 'package.json', JSON.stringify(manifest))
  await scene.commit('widgets', 'package-lock.json', '{}')
  expect(await scene.kinds()).toEqual(['opened acme/widgets'])
  const settings = (await scene.written('widgets', SETTINGS)) ?? ''
  expect(parseSettings([{ path: SETTINGS, text: settings }])).toMatchObject({ kind: 'valid', settings: {} })
  const uncommented = settings.replaceAll(/^# (?=(?:setup|checks):| {2}- )/gm, '')
  expect(parseSettings([{ path: SETTINGS, text: uncommented }])).toMatchObject({
    kind: 'valid',
    settings: { setup: ['npm ci'], checks: ['npm run lint', 'npm test'] },
    warnings: [],
  })
  expect((await scene.pull('widgets')).body).toContain('suggest commands')
  expect(await scene.kinds()).toEqual(['nothing acme/widgets'])
  await scene.commit('widgets', 'package.json', JSON.stringify({ scripts: { test: 'node --test' } }))
  expect(await scene.kinds()).toEqual(['refreshed acme/widgets'])
})

test('settings that exist are not part of it', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('widgets')
  await scene.commit('widgets', '.github/prentice.yaml', 'draft: true\n')
  await scene.run()
  expect(await scene.written('widgets', SETTINGS)).toBeNull()
  expect(await scene.written('widgets', WORKFLOW)).toContain('Prentice')
})

test('without the permission, a link fills in the file, and nothing is written', async () => {
  const scene = await onboardingScene({ mayWriteWorkflows: false })
  await scene.createRepository('widgets')
  const [line] = await scene.run()
  expect(line).toMatchObject({ kind: 'link', subject: 'acme/widgets' })
  const link = new URL(line?.text ?? '')
  expect(link.href.split('?')[0]).toBe(`${scene.github.serverUrl}/acme/widgets/new/main`)
  expect(link.searchParams.get('filename')).toBe(WORKFLOW)
  expect(checkWorkflowFile(link.searchParams.get('value') ?? '', CONFIG)).toEqual([])
  expect(link.href.length).toBeLessThan(8_000)
  const written = scene.github
    .requests()
    .filter(({ method, path }) => method !== 'GET' && path.startsWith('/repos'))
  expect(written).toEqual([])
})

test('a wave opens so many, in the order of names, and a dry run opens none', async () => {
  const scene = await onboardingScene()
  for (const name of ['c', 'a', 'docs-b', 'docs-a']) await scene.createRepository(name)
  expect(await scene.kinds({ wave: 1, isDryRun: true })).toEqual([
    'would-open acme/a',
    'waiting acme/c',
    'waiting acme/docs-a',
    'waiting acme/docs-b',
  ])
  expect(await scene.kinds({ wave: 1, matches: matchRepository('docs-*') })).toEqual([
    'opened acme/docs-a',
    'waiting acme/docs-b',
  ])
  expect(await scene.kinds({ wave: 2 })).toEqual([
    'opened acme/a',
    'opened acme/c',
    'nothing acme/docs-a',
    'waiting acme/docs-b',
  ])
})

test.each([
  ['*', ['acme/web', 'beta/docs', 'acme/docs.io']],
  ['acme/*', ['acme/web', 'acme/docs.io']],
  ['ACME/W?B', ['acme/web']],
  ['docs', ['beta/docs']],
  ['docs*', ['beta/docs', 'acme/docs.io']],
  ['docs.io', ['acme/docs.io']],
  ['.*', []],
  ['(', []],
])('%s matches', (pattern, expected) => {
  const repositories = ['acme/web', 'beta/docs', 'acme/docs.io'].map((full) => {
    const [owner = '', name = ''] = full.split('/')
    return { owner, name }
  })
  const matched = repositories.filter(matchRepository(pattern)).map(({ owner, name }) => `${owner}/${name}`)
  expect(matched).toEqual(expected)
})

test('a repository whose jobs run in the runner repository of the account is left alone', async () => {
  const scene = await onboardingScene()
  for (const name of ['a', 'runner']) await scene.createRepository(name)
  const runner = await scene.call('GET', '/repos/acme/runner')
  const { id } = z.object({ id: z.int() }).parse(await runner.json())
  expect(await scene.run({ runnerOf: async () => id })).toEqual([
    { kind: 'nothing', subject: 'acme/a', text: 'its jobs run in the runner repository of the account' },
    { kind: 'opened', subject: 'acme/runner', text: expect.stringContaining('/acme/runner/pull/1') },
  ])
})

test('the onboarding pull request is closed when the account names a runner repository, and a new one is opened without it', async () => {
  const scene = await onboardingScene()
  for (const name of ['a', 'b', 'runner']) await scene.createRepository(name)
  await scene.run()
  await scene.commit('b', 'mine.txt', 'mine\n', ONBOARDING_BRANCH)
  const runner = await scene.call('GET', '/repos/acme/runner')
  const { id } = z.object({ id: z.int() }).parse(await runner.json())
  const runnerOf = async () => id
  expect(await scene.kinds({ runnerOf, isDryRun: true })).toContain('would-close acme/a')
  expect(await scene.kinds({ runnerOf })).toEqual([
    'closed acme/a',
    // Somebody has pushed to it.
    'nothing acme/b',
    'nothing acme/runner',
  ])
  const closed = await scene.pull('a')
  expect(closed).toMatchObject({ state: 'closed' })
  expect(closed.body).toMatch(/^\*\*Closed, because this repository needs no workflow file/)
  expect(closed.body).not.toContain('acme/runner')
  expect((await scene.call('GET', `/repos/acme/a/branches/${ONBOARDING_BRANCH}`)).status).toBe(404)
  expect(await scene.pull('b')).toMatchObject({ state: 'open' })
  expect(await scene.kinds({ runnerOf })).toEqual(['nothing acme/a', 'nothing acme/b', 'nothing acme/runner'])
  const [again] = await scene.run()
  expect(again).toMatchObject({ kind: 'opened', text: expect.stringContaining('/acme/a/pull/2') })
})

test('a suspended installation is named, and left alone', async () => {
  const scene = await onboardingScene()
  await scene.createRepository('a')
  const { github } = scene.deps
  const listInstallations = async () =>
    (await github.listInstallations()).map((one) => ({ ...one, suspended: true }))
  expect(await scene.run({ github: { ...github, listInstallations } })).toEqual([
    { kind: 'nothing', subject: 'acme', text: 'the account has suspended the installation' },
  ])
})

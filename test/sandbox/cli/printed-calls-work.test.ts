import { expect, test } from 'vitest'
import { showWorld } from '../../../sandbox/cli/show-world.ts'
import { paintFor } from '../../../sandbox/cli/terminal-colors.ts'
import type { World } from '../../../sandbox/world/start-world.ts'
import { frame, letItWork } from '../model/model-scene.ts'

const WORLD = {
  baseUrl: 'http://127.0.0.1:1',
  dashboardUrl: 'http://127.0.0.1:1/dashboard',
  projectId: 'prj_1',
  apiKey: 'prn_1',
  githubUrl: 'http://127.0.0.1:2',
  githubApiUrl: 'http://127.0.0.1:3',
  githubToken: 'ghp_1',
  people: [{ login: 'ana', role: 'write', token: 'ghp_2' }],
  app: { slug: 'prentice-sandbox' },
  repository: 'sandbox-org/pets',
  operatorFile: '/tmp/sandbox/operator.env',
  init: { repository: 'localhost:4/newcomers/first-repo', environmentFile: '/tmp/sandbox/gh.env' },
  source: { path: '/pets', name: 'pets', uncommitted: 'changes' },
  model: null,
  modelName: 'openai/x',
} satisfies Partial<World>

const screen = showWorld(WORLD, paintFor({}, {}))

test('the printed prompts work in their order', async () => {
  const prompts = [...screen.matchAll(/-d '(.+)'$/gm)].map(([, body]) => JSON.parse(body ?? '').prompt)
  expect(prompts).toHaveLength(2)
  const work = await letItWork(prompts.map((prompt, index) => frame(index + 1, prompt)).join('\n'), {})
  expect(await work.read('docs/hello.md')).toBe('Hello, Prentice')
})

test('the printed prompt for init works in its repository', async () => {
  const [, repository, prompt = ''] = /init -- --repo (\S+) '(.+)'\)$/m.exec(screen) ?? []
  expect(repository).toBe('localhost:4/newcomers/first-repo')
  const work = await letItWork(frame(1, prompt), { 'README.md': 'One dog\n' })
  expect(await work.read('README.md')).toBe('One cat\n')
  expect(showWorld({ ...WORLD, init: null }, paintFor({}, {}))).not.toContain('init')
})

test('the screen says what the copy lacks', () => {
  expect(screen).toContain('your uncommitted changes are not included')
})

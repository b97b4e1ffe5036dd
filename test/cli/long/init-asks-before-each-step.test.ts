import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { parseSettings } from '../../../src/settings/parse-settings.ts'
import { describeWithGh, initScene, KEY, PLACE, YES } from '../init-scene.ts'

const REPO = ['--repo', 'acme/widgets']
const SCRIPT = [...REPO, '--yes', '--secret', 'ANTHROPIC_API_KEY']
const environment = { ANTHROPIC_API_KEY: KEY }

describeWithGh('each step needs a yes', () => {
  test('a person who agrees to nothing changes nothing, and reads what that means', async () => {
    const scene = await initScene({ isPublic: true, files: { 'go.mod': 'module x\n' } })
    const before = scene.snapshot()
    const { code, notes } = await scene.run(REPO, { isTerminal: true, answers: [[/\[y\/N\] $/, '']] })
    expect([code, scene.snapshot()]).toEqual([0, before])
    expect(notes).toContain('public, branch main')
    expect(notes).toContain('Prentice pushes a branch and links to a page that opens the pull request')
    expect(notes).toMatch(/gh secret set ANTHROPIC_API_KEY --repo localhost:\d+\/acme\/widgets/)
    expect(notes).toMatch(/Run `npm run init -- --repo localhost:\d+\/acme\/widgets` again to continue/)
  })

  test('a dry run shows every step and the files, and changes nothing', async () => {
    const scene = await initScene({ isPublic: true, files: { 'go.mod': 'module x\n' } })
    const before = scene.snapshot()
    const { code, out, notes } = await scene.run([...REPO, '--dry-run', 'Fix it'], { environment })
    expect([code, out, scene.snapshot()]).toEqual([0, '', before])
    for (const step of [
      'Let workflows',
      'Store the secret',
      'Add them to',
      'Shall the agent',
      'Open the',
      'Merge it',
      'Start it',
    ])
      expect(notes).toMatch(new RegExp(`${step}.*\\? Not in a dry run`))
    expect(notes).toContain(`uses: ${scene.action}`)
    expect(notes).toContain('  | on:')
    expect(notes).not.toContain(KEY)
  })

  test('on a public repository, a yes lets the agent read issues of everyone, and holds CI', async () => {
    const scene = await initScene({ isPublic: true })
    const answers = YES.filter(([asked]) => !asked.test('not shown): '))
    const { notes } = await scene.run(REPO, { isTerminal: true, environment, answers })
    expect(notes).toContain('Shall the agent read issues that anybody wrote?')
    const text = scene.file('.github/prentice.yml') ?? ''
    expect(parse(text)).toEqual({ triggers: { conversation: 'everyone' }, ci: 'hold' })
    expect(parseSettings([{ path: '.github/prentice.yml', text }])).toMatchObject({ kind: 'valid' })
  })

  test.each([
    [[], null],
    [['--conversation', 'everyone'], 'everyone'],
  ] as const)(
    'a script with %j on a public repository sets the issues that are read to %j',
    async (more, expected) => {
      const scene = await initScene({ isPublic: true })
      const { code } = await scene.run([...SCRIPT, ...more], { environment })
      expect(code).toBe(0)
      const text = scene.file('.github/prentice.yml')
      expect(text === null ? null : parse(text).triggers.conversation).toBe(expected)
    },
  )

  test('where the organisation forbids it or a review is needed, the rest is done', async () => {
    const scene = await initScene()
    const { github } = scene
    github.changeSettings({ ...PLACE, organizationForbidsPulls: true })
    const rules = [{ type: 'pull_request', parameters: { required_approving_review_count: 1 } }]
    const token = github.createUserToken({ login: 'octo-admin', permission: 'role' })
    const created = await fetch(`${github.apiUrl}/repos/acme/widgets/rulesets`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}` },
      body: JSON.stringify({
        ...{ name: 'main', target: 'branch', enforcement: 'active', rules },
        conditions: { ref_name: { include: ['~DEFAULT_BRANCH'], exclude: [] } },
      }),
    })
    expect(created.status).toBe(201)
    const { code, notes } = await scene.run(SCRIPT, { environment })
    expect(notes).toMatch(
      /the organisation or its enterprise does not allow it: owners can, at https:\S+\/organizations\/acme\/settings\/actions/,
    )
    expect(notes).toMatch(
      /GitHub does not merge it: .*approving review is required.*Merge \S+\/pull\/1 there\./,
    )
    expect([code, scene.file('.github/workflows/prentice.yml')]).toEqual([0, null])
    expect(scene.file('.github/workflows/prentice.yml', 'prentice/setup')).toContain(scene.action)
  })

  test('a branch that somebody has changed stays as it is', async () => {
    const scene = await initScene()
    const { github } = scene
    await github.commitFile({
      ...PLACE,
      branch: 'prentice/setup',
      path: 'a',
      text: 'mine\n',
      message: 'Mine',
    })
    const { code } = await scene.run(SCRIPT, { environment })
    expect(code).toBe(0)
    expect(scene.file('a', 'prentice/setup')).toBe('mine\n')
    expect(scene.file('.github/workflows/prentice.yml')).toContain(scene.action)
  })
})

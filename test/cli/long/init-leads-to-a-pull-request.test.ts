import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { findProgram } from '../../support/stores/find-program.ts'
import { cloneOf, describeWithGh, initScene, KEY, PLACE, ROOT, YES } from '../init-scene.ts'

const PROMPT = 'Replace "dog" with "cat" in README.md'

describeWithGh('from a repository to the pull request of its first job', () => {
  test('a person agrees to each step in a clone, which stays as it is', async () => {
    const scene = await initScene({ files: { 'README.md': 'One dog\n', Makefile: 'test:\n\ttrue\n' } })
    const clone = cloneOf(scene)
    const status = () => execFileSync('git', ['-C', clone, 'status', '--porcelain', '--branch']).toString()
    const before = status()
    await scene.startRunner()
    const { code, out, notes } = await scene.run([], {
      folder: clone,
      isTerminal: true,
      answers: [...YES.slice(0, 2), [/do first\?/, PROMPT]],
    })
    expect(notes).toMatch(/acme\/widgets on localhost:\d+, private, branch main/)
    expect(notes).toContain('select *Approve workflows to run* on the pull request')
    expect([code, out]).toEqual([0, expect.stringMatching(/^http:\S+\/acme\/widgets\/pull\/2\n$/)])
    expect(status()).toBe(before)
    expect(scene.file('.github/prentice.yml')).toContain('checks:\n  - make test\n')
    expect(scene.file('.github/workflows/prentice.yml')).toContain(`- uses: ${scene.action}\n`)
  })

  test('a script sets up an empty repository, and the key is nowhere but in the secret', async () => {
    const scene = await initScene({ files: {} })
    const recorded = recordGh(scene.folder)
    await scene.startRunner()
    const { code, out, notes } = await scene.run(
      ['--yes', '--repo', 'acme/widgets', '--secret', 'model_key', 'Create hello.txt with "Hello"'],
      {
        environment: { MODEL_KEY: KEY, PATH: `${join(scene.folder, 'bin')}:${process.env.PATH}` },
      },
    )
    expect(notes).toContain('main has .github/workflows/prentice.yml.')
    expect([code, out]).toEqual([0, expect.stringMatching(/\/acme\/widgets\/pull\/1\n$/)])
    expect(scene.github.secrets(PLACE)).toEqual({ MODEL_KEY: KEY })
    expect(scene.file('.github/workflows/prentice.yml')).toContain(
      // biome-ignore lint/suspicious/noTemplateCurlyInString: an expression of GitHub
      'ANTHROPIC_API_KEY: ${{ secrets.MODEL_KEY }}',
    )
    const calls = recorded()
    expect(calls).toContain('secret set MODEL_KEY --repo localhost:')
    for (const text of [calls, notes, out, ...scene.sent]) expect(text).not.toContain(KEY)
  })

  test('without a stored key, the workflow has the ids of the provider, and no secret is stored', async () => {
    const scene = await initScene()
    const args = ['--yes', '--keyless', '--repo', 'acme/widgets']
    const lacking = await scene.run(args, { environment: { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1' } })
    expect([lacking.code, lacking.notes]).toEqual([
      1,
      expect.stringContaining('set ANTHROPIC_ORGANIZATION_ID'),
    ])
    const ids = { ANTHROPIC_FEDERATION_RULE_ID: 'fdrl_1', ANTHROPIC_ORGANIZATION_ID: 'org-2' }
    const { code, notes } = await scene.run(args, { environment: ids })
    expect([code, notes]).toEqual([
      0,
      expect.stringMatching(/repository_id: \d+, repository_owner_id: \d+\n/),
    ])
    expect(notes).toContain('job_workflow_ref: acme/widgets/.github/workflows/prentice.yml@refs/heads/main')
    const workflow = scene.file('.github/workflows/prentice.yml') ?? ''
    expect(workflow).toMatch(
      /ANTHROPIC_FEDERATION_RULE_ID: "fdrl_1"\n +ANTHROPIC_ORGANIZATION_ID: "org-2"\n$/,
    )
    expect(workflow).not.toContain('API_KEY')
    expect(scene.github.secrets(PLACE)).toEqual({})
    // The branch of the merged pull request is gone.
    expect(scene.file('README.md', 'prentice/setup')).toBeNull()
    const again = await scene.run(['--yes', '--secret', 'K', '--repo', 'acme/widgets'])
    expect([again.code, again.notes]).toEqual([0, expect.stringContaining('without a stored key')])
    expect(scene.github.secrets(PLACE)).toEqual({})
  })

  test.each(['drop-before', 'drop-after'] as const)(
    'after each end, %s, the same command continues',
    async (mode) => {
      const scene = await initScene()
      const args = ['--yes', '--repo', 'acme/widgets', '--secret', 'ANTHROPIC_API_KEY']
      const environment = { ANTHROPIC_API_KEY: KEY }
      const { github } = scene
      for (const request of [
        ...[/^PUT .*permissions/, /^PUT .*secrets/, /^POST .*trees/, /^POST .*refs/, /^POST .*pulls$/],
        /^PUT .*merge$/,
      ]) {
        github.failNext(request, mode)
        const { code, out, notes } = await scene.run(args, { environment })
        expect([String(request), code, out]).toEqual([String(request), 1, ''])
        expect(notes).toMatch(/`gh` (?:gets no answer from localhost|did not store the secret)/)
      }
      await scene.startRunner()
      const { code, out } = await scene.run([...args, PROMPT], { environment })
      expect([code, out]).toEqual([0, expect.stringMatching(/\/acme\/widgets\/pull\/2\n$/)])
      // What is done is not done again.
      const before = scene.snapshot()
      const again = await scene.run(args)
      expect([again.code, again.out]).toEqual([0, ''])
      expect(again.notes).toContain('is set up')
      expect(scene.snapshot()).toBe(before)
    },
  )

  test('npm starts it in a checkout, with paths from where the person is', async () => {
    const scene = await initScene()
    cloneOf(scene)
    const { npm_lifecycle_event: _, ...inherited } = process.env
    const { stderr } = await promisify(execFile)(
      'npm',
      ['--prefix', ROOT, 'run', '--silent', 'init', '--', '--dir', 'clone', '--dry-run'],
      { cwd: scene.folder, env: { ...inherited, ...scene.environment } },
    )
    expect(stderr).toMatch(/^acme\/widgets on localhost:\d+, private, branch main\n/)
    expect(stderr).toContain('Open the pull request? Not in a dry run.')
  })

  test('Ctrl-C while the job runs leaves it running, and says so', async () => {
    const scene = await initScene({ files: {} })
    const stop = new AbortController()
    const { code, notes } = await scene.run(['--yes', '--repo', 'acme/widgets', '--secret', 'K', PROMPT], {
      environment: { K: KEY },
      signal: stop.signal,
      // There is no runner.
      onNote: (text) => text.includes('The run is queued') && stop.abort(),
    })
    expect(notes).toContain('The run continues on GitHub.')
    expect(code).toBe(2)
  })
})

/** A `gh` in the folder `bin` that records its arguments and its environment before it becomes the real one. */
function recordGh(folder: string): () => string {
  const [bin, calls] = [join(folder, 'bin'), join(folder, 'calls')]
  mkdirSync(bin)
  const program = join(bin, 'gh')
  const real = findProgram('gh')
  writeFileSync(program, `#!/bin/sh\n{ echo "$@"; env; } >> '${calls}'\nexec '${real}' "$@"\n`)
  chmodSync(program, 0o755)
  return () => readFileSync(calls, 'utf8')
}

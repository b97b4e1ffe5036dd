import { expect, test } from 'vitest'
import { runFirstJob } from '../../src/cli/init/first-job.ts'
import type { Gh } from '../../src/cli/init/gh.ts'
import { readRepository } from '../../src/cli/init/inspect.ts'
import { scene, WORKFLOW } from '../sandbox/github/github-scene.ts'

/** The requests of `gh`, to a GitHub that speaks http. */
async function firstJob(dialect: 'github' | 'enterprise') {
  const { github, call, runs } = await scene(dialect)
  const workflow = WORKFLOW.replaceAll('run:', 'prompt:')
    .replace('- prompt:', '- run:')
    .replace('inputs.run', 'inputs.prompt')
  const path = '.github/workflows/prentice.yml'
  await github.commitFile({
    ...{ owner: 'acme', name: 'widgets', branch: 'main', path, text: workflow, message: 'Change' },
  })
  const token = github.createUserToken({ login: 'octo-admin', permission: 'role' })
  const gh: Gh = {
    host: 'github.com',
    tokenVariable: null,
    async call(method, path, body) {
      const { status, headers, body: answer } = await call(method, `/${path}`, token, body)
      return { status, headers: new Map(headers), body: answer }
    },
    setSecret: async () => undefined,
  }
  const notes: string[] = []
  const repository = await readRepository(gh, 'acme/widgets')
  const job = {
    ...{ gh, repository, prompt: 'Fix it', login: 'octo-admin', signal: new AbortController().signal },
    note: async (text: string) => void notes.push(text),
  }
  return { github, runs, notes, start: () => runFirstJob(job) }
}

test.each(['github', 'enterprise'] as const)(
  'on %s, the run that was started is followed to its end',
  async (dialect) => {
    const { github, runs, notes, start } = await firstJob(dialect)
    // A server that does not know the file yet, and one that fails twice.
    github.failNext(/^POST .*dispatches/, 404)
    github.failNext(/^GET .*runs\/\d+/, 502, 2)
    github.onQueuedRun((run) => {
      run.started()
      setTimeout(() => run.completed('failure'), 100)
    })
    const { conclusion, runUrl, pulls } = await start()
    expect([conclusion, pulls, runs.map(({ inputs }) => inputs)]).toEqual([
      'failure',
      [],
      [{ prompt: 'Fix it' }],
    ])
    expect(runUrl).toMatch(new RegExp(`/acme/widgets/actions/runs/${runs[0]?.id}$`))
    expect(notes).toContain(`The workflow run: ${runUrl}`)
  },
)

test('a refused dispatch says why', async () => {
  const { github, start } = await firstJob('github')
  github.failNext(/^POST .*dispatches/, { status: 403, message: 'Blocked by a ruleset' })
  await expect(start()).rejects.toThrow(
    'GitHub refuses to start the workflow: Blocked by a ruleset (status 403)',
  )
})

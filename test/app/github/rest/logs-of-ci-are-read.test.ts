import { expect, test } from 'vitest'
import { message, REPOSITORY, world } from '../github-world.ts'

const RUN = '/repos/acme/hello/actions/runs/500'
const LOGS = '/repos/acme/hello/actions/jobs/900/logs'

test('a workflow run is read with its file and its commit', async () => {
  const { api, github } = world()
  api.get(RUN).reply(200, {
    ...{ id: 500, path: '.github/workflows/test.yml@main', head_sha: 'abc', head_branch: 'prentice/x' },
    ...{ head_repository: { id: 7 }, conclusion: 'failure', run_attempt: 2 },
  })
  expect(await github.readCiRun(REPOSITORY, 500)).toEqual({
    ...{ id: 500, path: '.github/workflows/test.yml', headSha: 'abc', headBranch: 'prentice/x' },
    ...{ headRepositoryId: 7, conclusion: 'failure', attempt: 2 },
  })
})

test('jobs that failed or ran out of time are listed', async () => {
  const { api, github } = world()
  const jobs = ['success', 'failure', 'timed_out', 'cancelled'].map((conclusion, id) => ({
    ...{ id, name: `job ${id}`, conclusion },
  }))
  api.get(`${RUN}/jobs?per_page=100`).reply(200, { total_count: 4, jobs })
  expect((await github.listFailedJobs(REPOSITORY, 500)).map(({ id }) => id)).toEqual([1, 2])
})

test('a long log is read from its end, starting with a whole line', async () => {
  const { api, github } = world()
  api.get(LOGS).reply(200, `${'x'.repeat(40_000)}\n${'y'.repeat(10_000)}\nthe end\n`)
  expect(await github.readJobLog(REPOSITORY, 900)).toBe(`${'y'.repeat(10_000)}\nthe end\n`)
})

test('a short log is read whole, and one that has expired is null', async () => {
  const { api, github } = world()
  api.get(LOGS).reply(200, 'a\nb\n')
  expect(await github.readJobLog(REPOSITORY, 900)).toBe('a\nb\n')
  api.get(LOGS).reply(410, message('Gone'))
  expect(await github.readJobLog(REPOSITORY, 900)).toBeNull()
})

test('a check run of another App is read with what it reports', async () => {
  const { api, github } = world()
  const path = '/repos/acme/hello/check-runs/70'
  const check = { id: 70, name: 'build', head_sha: 'abc', conclusion: 'failure' }
  api.get(path).reply(200, {
    ...check,
    app: { id: 555 },
    output: { title: 'Broken', summary: '', text: 'line 3', annotations_count: 0 },
  })
  const read = { id: 70, name: 'build', headSha: 'abc', conclusion: 'failure' }
  expect(await github.readCiCheck(REPOSITORY, 70)).toEqual({
    ...{ ...read, appId: 555, report: 'Broken\n\nline 3' },
  })
  const none = { title: null, summary: null, text: null }
  api.get(path).reply(200, { ...check, app: null, output: none })
  expect(await github.readCiCheck(REPOSITORY, 70)).toEqual({ ...read, appId: null, report: '' })
  api.get(path).reply(404, message('Not Found'))
  expect(await github.readCiCheck(REPOSITORY, 70)).toBeNull()
})

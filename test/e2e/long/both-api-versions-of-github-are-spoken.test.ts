import { expect, onTestFinished, test } from 'vitest'
import { API_VERSIONS } from '../../../src/contract/github.ts'
import { createJob, lastRunOf, pollUntilFinal } from '../../support/world/jobs.ts'
import { startTestWorld } from '../../support/world/world.ts'

test.each(API_VERSIONS)(
  'with %s a prompt becomes a pull request, and every request names a version',
  async (version) => {
    const world = await startTestWorld(undefined, { appEnvironment: { GITHUB_API_VERSION: version } })
    onTestFinished(() => world.close())
    const { id } = await createJob(world, 'Replace "dog" with "cat" in README.md')
    const { job } = await pollUntilFinal(world, id)
    expect(job).toMatchObject({ status: 'completed', prLink: expect.any(String) })
    expect((await lastRunOf(world, id)).workflowRunUrl).toEqual(expect.any(String))

    const rest = world.github.requests().filter(({ surface }) => surface === 'rest')
    // Beside those of the server and the action there are those of this test.
    const named = rest.map(({ userAgent, apiVersion }) => `${userAgent?.split(' ')[0]} ${apiVersion}`)
    const others = named.filter((name) => !name.startsWith('node '))
    expect([...new Set(others)].sort()).toEqual([`prentice ${version}`, 'prentice-action 2022-11-28'])
    expect(rest.filter(({ status }) => status >= 400 && status !== 404)).toEqual([])
    const dispatches = rest.filter(({ path }) => path.endsWith('/dispatches'))
    expect(dispatches.map(({ status }) => status)).toEqual([200])
  },
)

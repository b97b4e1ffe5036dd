import { expect, test } from 'vitest'
import { GithubUnavailable } from '../../../src/app/github/errors.ts'
import { askingWorld, commented } from './asking-world.ts'

type World = Awaited<ReturnType<typeof askingWorld>>

/** What `runs` says of the newest job. */
async function runs({ app }: World): Promise<string[]> {
  const { json } = await app.call('GET', `/v2/agent/${app.project}/jobs`)
  const [job] = json.jobs as { id: string }[]
  const read = await app.call('GET', `/v2/agent/${app.project}/job/${job?.id}/runs`)
  return (read.json.runs as { number: number; state: string }[]).map((run) => `${run.number} ${run.state}`)
}

async function withJob(): Promise<World> {
  const world = await askingWorld()
  await world.send(commented('/prentice fix it'))
  world.app.clock.at += 1_000
  return world
}

test('a command and the text below it are carried out in their order', async () => {
  const world = await withJob()
  await world.send(commented('/prentice stop\nThe plan is wrong: use tabs.', { id: 901 }))
  expect(await world.prompts()).toEqual([['fix it', 'The plan is wrong: use tabs.']])
  expect(await runs(world)).toEqual(['1 cancelled', '2 queued'])
  expect([world.answers, world.reactions]).toEqual([[], ['comment 900', 'comment 901']])
})

test('a job is started, and the answers to the commands after it are one comment', async () => {
  const world = await askingWorld()
  await world.send(commented('/prentice fix it\n/prentice status\n/prentice update'))
  expect([await world.prompts(), world.reactions]).toEqual([[['fix it']], ['comment 900']])
  expect(world.answers).toEqual([
    expect.stringMatching(/^#12: Run 1 waits.*\n\nThe job has no open pull request/),
  ])
})

test('a refused request does not stop the requests after it', async () => {
  const world = await withJob()
  await world.send(commented('/prentice retry\n/prentice use tabs', { id: 901 }))
  expect(await world.prompts()).toEqual([['fix it', 'use tabs']])
  expect(world.answers).toEqual([expect.stringContaining('The job is still running.')])
})

test('five requests of a comment are carried out, and the answer says that there are more', async () => {
  const world = await withJob()
  const text = Array.from({ length: 9 }, (_, at) => `/prentice status\nChange ${at}.`).join('\n')
  await world.send(commented(text, { id: 901 }))
  expect(await world.prompts()).toEqual([['fix it', 'Change 0.', 'Change 1.']])
  expect(world.answers).toEqual([expect.stringContaining('Only the first 5 requests of a comment')])
})

test('a comment that is delivered again, or whose answer GitHub delays, is carried out once', async () => {
  let isDown = true
  const answers: string[] = []
  const world = await askingWorld({
    github: {
      async createComment(_, __, text) {
        if (isDown) throw new GithubUnavailable('down', world.app.clock.at + 1_000)
        answers.push(text)
        return { kind: 'written', id: 1 }
      },
    },
  })
  const asks = commented('/prentice fix it\n/prentice stop\n/prentice status\n/prentice use tabs')
  await world.send(asks, asks)
  isDown = false
  world.app.clock.at += 2_000
  await world.send(asks)
  await world.work()
  expect([await world.prompts(), await runs(world)]).toEqual([
    [['fix it', 'use tabs']],
    ['1 cancelled', '2 queued'],
  ])
  expect(answers).toHaveLength(1)
})

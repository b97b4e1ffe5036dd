import { expect, test } from 'vitest'
import { messageKeys } from '../../../../src/app/job-store/messages.ts'
import { startAppServer } from '../../../support/app/app-server.ts'
import { seatedRunner } from '../../../support/app/claimed-runner.ts'
import { runnersAtTheDoor } from '../runner/runner-requests.ts'
import { watchedJob } from './events/watched-job.ts'

test('messages have a text, a requester, a time and the run that worked on them', async () => {
  const app = await startAppServer()
  const { path, key, deps, runner } = await watchedJob(app)
  const at = (ms: number) => new Date(1_800_000_000_000 + ms).toISOString()
  const send = async (prompt: string, by?: string) => {
    app.clock.at += 1000
    const sent = await app.call('POST', `${path}/message`, {
      body: { prompt },
      ...(by !== undefined && { key: by }),
    })
    expect(sent.status).toBe(200)
  }
  const list = async () => (await app.call('GET', `${path}/messages`)).json
  const test = { kind: 'key', id: expect.any(String), name: 'test' }
  const first = { number: 1, prompt: 'x', sentBy: test, sentAt: at(0), run: 1 }
  const second = { number: 2, prompt: 'more', sentBy: { ...test, name: 'ci' }, sentAt: at(1000), run: null }

  expect(await list()).toEqual({ messages: [first], nextCursor: null })
  await send('more', await app.newKey({ name: 'ci' }))
  expect(await list()).toEqual({ messages: [first, second], nextCursor: null })
  await runner.finish('done')
  const third = { number: 3, prompt: 'and\nmore', sentBy: test, sentAt: at(2000), run: null }
  await send('and\nmore')
  expect((await list()).messages).toEqual([first, { ...second, run: 2 }, third])
  const retried = await seatedRunner(deps, key)
  expect((await list()).messages).toEqual([first, { ...second, run: 2 }, { ...third, run: 2 }])
  const { confirm } = await retried.fail('no answer')
  await confirm()
  await app.call('POST', `${path}/retry`)
  expect((await list()).messages).toEqual([first, { ...second, run: 3 }, { ...third, run: 3 }])
})

test('the requester of a manual start is the person', async () => {
  const { app, register } = await runnersAtTheDoor({ claims: { actor: 'octocat' } })
  const { json } = await register(500)
  const { json: list } = await app.call('GET', `/v2/agent/${app.project}/job/${json.job}/messages`)
  expect(list.messages).toMatchObject([
    { prompt: 'By hand', sentBy: { kind: 'person', id: '41', name: 'octocat' } },
  ])
})

test('messages are paginated, and a page of long texts ends early', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const long = '😀'.repeat(400_000)
  for (const prompt of ['2', '3', '4', '5', long, long, '8'])
    await app.call('POST', `${path}/message`, { body: { prompt } })
  const pages: number[][] = []
  let link: string | null = `<?limit=6>`
  while (link !== null) {
    const page: Awaited<ReturnType<typeof app.call>> = await app.call(
      'GET',
      `${path}/messages${/<(.*)>/.exec(link)?.[1]}`,
    )
    pages.push((page.json.messages as { number: number }[]).map(({ number }) => number))
    link = page.headers.get('link')
  }
  expect(pages).toEqual([
    [1, 2, 3, 4, 5, 6],
    [7, 8],
  ])
  const short = await app.call('GET', `${path}/messages?limit=2`)
  expect((short.json.messages as object[]).length).toBe(2)
  for (const query of ['cursor=x', 'cursor=MA', 'limit=0', 'after=1'])
    expect([query, (await app.call('GET', `${path}/messages?${query}`)).status]).toEqual([query, 400])
})

test('a page ends with the message with which it is longer than a mebibyte of UTF-16 units', async () => {
  const app = await startAppServer()
  const { path } = await watchedJob(app)
  const prompt = '😀'.repeat(400_000)
  for (let count = 0; count < 4; count++) await app.call('POST', `${path}/message`, { body: { prompt } })
  const first = await app.call('GET', `${path}/messages`)
  expect(first.json.messages).toMatchObject([{ prompt: 'x' }, { prompt }, { prompt }])
  const second = await app.call('GET', `${path}/messages?cursor=${first.json.nextCursor}`)
  expect(second.json).toMatchObject({ messages: [{ number: 4 }, { number: 5 }], nextCursor: null })
})

test('a deleted message keeps its number and its run', async () => {
  const app = await startAppServer()
  const { path, key } = await watchedJob(app)
  await app.store.commit({ del: [messageKeys.record(key.job, 1)] })
  const { json } = await app.call('GET', `${path}/messages`)
  expect(json.messages).toEqual([{ number: 1, prompt: null, sentBy: null, sentAt: null, run: 1 }])
})

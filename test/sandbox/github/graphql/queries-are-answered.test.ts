import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { COMMENTS_QUERY, fetchConversation } from '../../../../src/conversation/conversation.ts'
import { commit, pick, scene } from '../github-scene.ts'

const at = (path: string): string => fileURLToPath(new URL(`../../../../${path}`, import.meta.url))

test('the schema is a slice of the one that GitHub publishes', () => {
  execFileSync(process.execPath, [at('scripts/slice-graphql.ts'), '--check'], { stdio: 'pipe' })
})

async function thread(dialect: 'github' | 'enterprise') {
  const { github, token, call, repository } = await scene(dialect)
  const address = dialect === 'github' ? `${github.apiUrl}/graphql` : `${github.serverUrl}/api/graphql`
  const ask = async (query: string, variables: object, authorization = `Bearer ${token}`) => {
    const response = await fetch(address, {
      method: 'POST',
      headers: { authorization, 'user-agent': 'x', 'content-type': 'application/json' },
      body: JSON.stringify({ query, variables }),
    })
    return (await response.json()) as { data?: unknown; errors?: { type?: string; message: string }[] }
  }
  const issue = await call('POST', '/repos/acme/widgets/issues', token, { title: 'Typo', body: 'It is one.' })
  return { github, token, call, repository, ask, issue: Number(pick(issue.body, 'number')) }
}

test.each(['github', 'enterprise'] as const)(
  'the conversation of a pull request is read on %s',
  async (dialect) => {
    const { github, token, call, repository, ask, issue } = await thread(dialect)
    await commit(github, 'a.txt', 'one\n', 'topic')
    const opened = await call('POST', '/repos/acme/widgets/pulls', token, {
      ...{ title: 'Add a', head: 'topic', base: 'main', body: `Closes #${issue}` },
    })
    const number = Number(pick(opened.body, 'number'))
    const say = async (body: string) =>
      (await call('POST', `/repos/acme/widgets/issues/${number}/comments`, token, { body })).body
    const first = await say('first')
    for (let n = 0; n < 101; n += 1) await say(`no. ${n}`)
    github.minimize({ owner: 'acme', name: 'widgets', id: Number(pick(first, 'id')) })
    const review = await call('POST', `/repos/acme/widgets/pulls/${number}/reviews`, token, {
      ...{ event: 'COMMENT', body: 'well' },
      comments: [{ path: 'a.txt', line: 1, body: 'why?' }],
    })
    const commented = await call(
      'GET',
      `/repos/acme/widgets/pulls/${number}/reviews/${pick(review.body, 'id')}/comments`,
      token,
    )
    github.resolveThread({ owner: 'acme', name: 'widgets', id: Number(pick(commented.body, '0', 'id')) })
    await call('POST', '/repos/acme/widgets/check-runs', token, {
      ...{
        name: 'test',
        head_sha: pick(opened.body, 'head', 'sha'),
        status: 'completed',
        conclusion: 'failure',
      },
    })

    const graphql = async (query: string, variables: object) => (await ask(query, variables)).data
    const found = await fetchConversation(graphql, {
      id: repository.id,
      owner: 'acme',
      name: 'widgets',
      number,
    })
    expect(found?.comments).toHaveLength(102)
    expect(found?.comments[0]).toMatchObject({
      body: 'first',
      isMinimized: true,
      author: { login: 'prentice', type: 'Bot' },
    })
    expect(found?.comments[0]?.url).toMatch(/#issuecomment-\d+$/)
    expect(found?.pullRequest).toMatchObject({
      opened: { title: 'Add a', author: { login: 'prentice' } },
      reviews: [{ body: 'well', state: 'commented' }],
      threads: [{ path: 'a.txt', line: 1, isResolved: true, comments: [{ body: 'why?' }] }],
      closes: [{ number: issue, title: 'Typo' }],
      checks: [{ name: 'test', result: 'failure', app: 'prentice' }],
    })
  },
)

test('errors are those of GitHub', async () => {
  const { ask, issue } = await thread('github')
  const about = { owner: 'acme', name: 'widgets', number: issue }
  const typesOf = async (...given: Parameters<typeof ask>) =>
    (await ask(...given)).errors?.map(({ type }) => type)
  expect(await ask(COMMENTS_QUERY, { ...about, name: 'x', first: 1 })).toMatchObject({
    data: { repository: null },
  })
  expect(await typesOf(COMMENTS_QUERY, { ...about, name: 'x', first: 1 })).toEqual(['NOT_FOUND'])
  expect(await typesOf(COMMENTS_QUERY, { ...about, number: 99, first: 1 })).toEqual(['NOT_FOUND'])
  const pages = { ...about, first: 101 }
  expect((await ask(COMMENTS_QUERY, pages)).errors?.[0]?.message).toContain('from 1 to 100')
  expect((await ask('{ viewer { login } }', {})).errors?.[0]?.message).toContain(
    'Cannot query field "viewer"',
  )
  expect(await ask(COMMENTS_QUERY, pages, 'Bearer wrong')).toMatchObject({ message: 'Bad credentials' })
})

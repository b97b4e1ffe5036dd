import { expect, test } from 'vitest'
import { startAppServer } from '../../../../support/app/app-server.ts'
import { describedOperations, pathOf } from '../../../../support/app/described-operations.ts'

test('a duplicate parameter, or one that is not a plain number, is refused by its name', async () => {
  const app = await startAppServer()
  const jobs = `/v2/agent/${app.project}/jobs`
  const { headers } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const limit = /^`limit` must be a number from 1 to 100$/
  const cases: [string, RegExp][] = [
    [`${jobs}?status=active&status=failed`, /^`status` is given more than once; send it once$/],
    [`${jobs}?limit=1&limit=1`, /^`limit` is given more than once; send it once$/],
    [
      '/v2/projects?repository=acme/docs&repository=acme/other',
      /^`repository` is given more than once; send it once$/,
    ],
    ['/v2/projects?cursor=&cursor=', /^`cursor` is given more than once; send it once$/],
    [
      `${headers.get('location')}/events?lastEventId=1-1&lastEventId=1-2`,
      /^`lastEventId` is given more than once; send it once$/,
    ],
    [`${jobs}?status=`, /^`status` is empty: it must be one of active, completed, archived, failed$/],
    [`${jobs}?status=Active`, /^`status` "Active" is not allowed: it must be one of active, completed, /],
    [`${jobs}?status=active,failed`, /^`status` "active,failed" is not allowed: it must be one of active, /],
    [`${jobs}?status=${'x'.repeat(100)}`, /^`status` "x{60}…" is not allowed: /],
    ...['', '-1', '0', '000', '101', '1e1', '0x10', '1.0', '%2010', '+5', '%D9%A1', '9'.repeat(400)].map(
      (value): [string, RegExp] => [`${jobs}?limit=${value}`, limit],
    ),
  ]
  for (const [path, error] of cases) {
    const answer = await app.call('GET', path)
    expect([path, answer.status, answer.json]).toEqual([path, 400, { error: expect.stringMatching(error) }])
  }
})

test('an empty cursor is the first page of every list', async () => {
  const app = await startAppServer()
  const admin = await app.newKey({ scopes: ['admin'] })
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const { json: hook } = await app.call('POST', '/v2/webhooks', {
    key: admin,
    body: { url: 'https://hooks.example.com/in', name: null, projectIds: null },
  })
  const lists = (await describedOperations(app)).filter(({ operation }) =>
    operation.parameters?.some(({ name }) => name === 'cursor'),
  )
  expect(lists.length).toBeGreaterThan(5)
  for (const { method, path } of lists) {
    if (path.includes('{batchId}')) continue
    const place = pathOf(path, { projectId: app.project, id: String(json.id), webhookId: String(hook.id) })
    const key = path.startsWith('/v2/webhooks') ? admin : app.key
    const [first, empty] = [
      await app.call(method, place, { key }),
      await app.call(method, `${place}?cursor=`, { key }),
    ]
    expect([path, empty.status, empty.json]).toEqual([path, 200, first.json])
  }
})

test('an unknown parameter is refused by its name, with those that the operation takes', async () => {
  const app = await startAppServer()
  const cases: [string, string][] = [
    ['limit=100&page=1&page=2', '"page"'],
    ['Limit=100', '"Limit"'],
    ['toString=1', '"toString"'],
    ['__proto__=1', '"__proto__"'],
    ['metadata[__proto__]=1', '"metadata[__proto__]"'],
    ['=1', '""'],
    ['&&a', '"a"'],
    [`${'x'.repeat(100)}=1`, `"${'x'.repeat(60)}…"`],
  ]
  for (const [query, name] of cases) {
    const { status, json } = await app.call('GET', `/v2/agent/${app.project}/jobs?${query}`)
    const error = `this operation has no query parameter ${name}; it takes \`cursor\`, \`status\`, \`metadata\`, \`limit\``
    expect([query, status, json]).toEqual([query, 400, { error }])
  }
})

/** Their interface names no query parameters and no error for them. */
const FROZEN = ['createJob', 'getJob', 'sendMessage']

test('every operation but create, get and message refuses unknown parameters, and then does nothing', async () => {
  const app = await startAppServer()
  const { json } = await app.call('POST', `/v2/agent/${app.project}/job`, { body: { prompt: 'x' } })
  const id = String(json.id)
  const admin = await app.newKey({ scopes: ['admin'] })
  for (const { id: operation, method, path, operation: described } of await describedOperations(app)) {
    const body = described.requestBody?.content['application/json']?.example
    const key = path.startsWith('/v2/webhooks') ? admin : app.key
    const place = pathOf(path, { projectId: app.project, id, number: '1' })
    const answer = await app.call(method, `${place}?verbose=1`, { body, key })
    if (FROZEN.includes(operation))
      expect([operation, answer.status]).toEqual([
        operation,
        method === 'GET' ? 200 : expect.toBeOneOf([200, 201]),
      ])
    else
      expect([operation, answer.status, answer.json]).toEqual([
        operation,
        400,
        {
          error: expect.stringMatching(/^this operation has no query parameter "verbose"; it takes (none|`)/),
        },
      ])
  }
  const { json: job } = await app.call('GET', `/v2/agent/${app.project}/job/${id}`)
  expect(job.status).toBe('active')
})

test('a repository is named by owner/name or its URL on GitHub, and nothing else', async () => {
  const app = await startAppServer()
  const found = [
    'acme/docs',
    'https://github.com/acme/docs',
    'https://GitHub.com/Acme/Docs/',
    'https://github.com/acme/docs.git',
  ]
  for (const repository of found) {
    const { json } = await app.call('GET', `/v2/projects?repository=${encodeURIComponent(repository)}`)
    expect([repository, json.projects]).toEqual([repository, [expect.objectContaining({ id: app.project })]])
  }
  const refused = [
    '',
    'docs',
    'acme/',
    '/docs',
    'acme/docs/',
    'acme/docs/tree/main',
    'acme docs',
    'acme/..',
    'acme/döcs',
    'https://github.com/acme',
    'https://github.com/acme/docs/tree/main',
    'https://github.com/acme/docs?tab=readme',
    'https://github.com.example.com/acme/docs',
    'https://gitlab.com/acme/docs',
    'https://me@github.com/acme/docs',
    'git@github.com:acme/docs.git',
    'github.com/acme/docs',
  ]
  for (const repository of refused) {
    const { status, json } = await app.call(
      'GET',
      `/v2/projects?repository=${encodeURIComponent(repository)}`,
    )
    const error = `\`repository\` "${repository}" is not a repository: write it as owner/name or https://github.com/owner/name`
    expect([repository, status, json]).toEqual([repository, 400, { error }])
  }
})

import { globSync, readFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { z } from 'zod'
import type { Access } from '../../sandbox/github/rest/route.ts'
import { routes } from '../../sandbox/github/routes/routes.ts'
import { connectGithub } from '../../src/action/github/connect-github.ts'

const root = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = (glob: string): string => globSync(glob, { cwd: root }).map(read).join('\n')

const manifest = z
  .object({
    default_permissions: z.record(z.string(), z.enum(['read', 'write'])),
    default_events: z.array(z.string()),
  })
  .parse(parse(read('app.yml')))

/** The rows of the table below a heading, each as its cells. */
function tableBelow(heading: string): string[][] {
  const [, section = ''] = read('docs/permissions.md').split(`\n## ${heading}\n`)
  const lines = section.split('\n## ')[0]?.split('\n') ?? []
  return lines.filter((line) => line.startsWith('| `')).map((line) => line.slice(2, -2).split(' | '))
}
const code = (text = ''): string[] => [...text.matchAll(/`([^`]+)`/g)].map(([, inner = '']) => inner)

const rows = (heading: string) =>
  tableBelow(heading).map(([name, level = '', why = '', requests]) => ({
    name: code(name)[0] ?? '',
    level,
    why,
    requests: code(requests),
  }))
const permissions = rows('Permissions')
const ofOrganizations = rows('Organization permissions')

/** Requests below a repository: literal routes of the server, and methods of Octokit in the action. */
function sentRequests(): string[] {
  const literal = sources('src/app/github/**/*.ts').matchAll(
    /['`]((?:GET|POST|PUT|PATCH|DELETE) \/repos\/\{owner\}\/\{repo\}[^'`]*)['`]/g,
  )
  const rest = connectGithub({ apiUrl: 'https://api.github.com', token: 'no-token' })
  const methods = sources('src/action/**/*.ts').matchAll(/\b(git|pulls|repos|issues)\.([a-z]\w+)\(\{/g)
  const called = [...methods].map(([, namespace = '', method = '']) => {
    const { DEFAULTS } = Reflect.get(Reflect.get(rest, namespace), method).endpoint
    return `${DEFAULTS.method} ${DEFAULTS.url}`
  })
  return [...literal].map(([, route = '']) => route).concat(called)
}

/** Asked with the App's own JWT, for which no permission counts. */
const AS_APP = ['GET /repos/{owner}/{repo}/installation']

const accessOf = (request: string): Access | undefined =>
  routes.find(({ method, path }) => `${method} ${path}` === request)?.access

/** `issues|pull_requests`: one of the two is enough. */
const permissionsOf = (access: Access | undefined): string[] =>
  access?.kind === 'repository' ? access.permission.split('|') : []

describe('docs/permissions.md', () => {
  test('lists the permissions of app.yml, each with its level and a reason', () => {
    const listed = [...permissions, ...ofOrganizations].map(({ name, level }) => [name, level])
    expect(Object.fromEntries(listed)).toEqual(manifest.default_permissions)
    expect(permissions.filter(({ why }) => why.length < 20)).toEqual([])
  })

  test('lists every request below a repository that the server and the action send, and no other', () => {
    const sent = new Set(sentRequests().filter((request) => !AS_APP.includes(request)))
    expect(permissions.flatMap(({ requests }) => requests).toSorted()).toEqual([...sent].toSorted())
  })

  test('lists every request about the members of an organisation', () => {
    const sent = sources('src/app/github/**/*.ts').matchAll(/'(GET \/[^']*memberships[^']*)'/g)
    const routes = [...sent].map(([, route]) => route).toSorted()
    expect(ofOrganizations.flatMap(({ requests }) => requests)).toEqual(routes)
  })

  test.each(permissions)(
    '$name: its requests need it, and none needs a higher level',
    ({ name, level, requests }) => {
      const needed = requests.map((request) => ({ request, access: accessOf(request) }))
      for (const { request, access } of needed) expect(permissionsOf(access), request).toContain(name)
      const levels = new Set(needed.map(({ access }) => access?.kind === 'repository' && access.level))
      expect(levels.has('write') ? 'write' : 'read').toBe(level)
    },
  )

  test('lists the events of app.yml, and each has a handler', () => {
    const listed = tableBelow('Events').map(([name]) => code(name)[0])
    expect(listed).toEqual(manifest.default_events)
    const calls = sources('src/app/webhooks/**/*.ts').matchAll(/events\.on\((\[[^\]]*\]|'[^']*')/g)
    const names = [...calls].flatMap(([, given = '']) =>
      [...given.matchAll(/'([a-z_]+)/g)].map(([, name]) => name),
    )
    // GitHub sends these without a subscription; `check_suite` to each App that may write checks:
    // https://docs.github.com/en/webhooks/webhook-events-and-payloads#check_suite
    const always = /^(installation|github_app_authorization|check_suite$)/
    const handled = new Set(names.filter((name) => name !== undefined && !always.test(name)))
    expect([...handled].toSorted()).toEqual(manifest.default_events)
  })
})

test('docs/install.md registers the App by hand with the permissions and events of app.yml', () => {
  const words = (name: string): string => {
    const text = name.replaceAll('_', ' ')
    return text.charAt(0).toUpperCase() + text.slice(1)
  }
  const cell = (field: string): string =>
    new RegExp(`^\\| ${field} \\| (.*) \\|$`, 'm').exec(read('docs/install.md'))?.[1] ?? ''
  expect(cell('Subscribe to events').split(', ')).toEqual(manifest.default_events.map(words))
  const granted = ['Repository permissions', 'Organization permissions'].flatMap((field) =>
    cell(field).split('. '),
  )
  const expected = Object.entries(manifest.default_permissions).map(
    ([name, level]) => `${words(name)}: **${level === 'write' ? 'Read and write' : 'Read-only'}**`,
  )
  expect(granted.toSorted()).toEqual(expected.toSorted())
})

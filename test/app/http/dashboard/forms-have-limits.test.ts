import { expect, test } from 'vitest'
import { MOST_NAMED, namesIn } from '../../../../src/app/http/dashboard/frame/find-projects.ts'
import { KEY_FORM, MOST_ADDRESSES, readNewKey } from '../../../../src/app/http/dashboard/keys/new-key-page.ts'
import { listKeys } from '../../../../src/app/keys/key-record.ts'
import type { Access } from '../../../../src/app/sessions/access.ts'
import { jobScene } from './job/job-scene.ts'

interface Field {
  readonly name: string
  /** `null`: people choose its value. */
  readonly typed: { readonly maxLength: number | null } | null
}

interface Form {
  readonly action: string
  readonly fields: readonly Field[]
}

/** The forms of a page that are posted. */
function formsOf(page: string): Form[] {
  const forms = [...page.matchAll(/<form[^>]*method="post"[^>]*action="([^"]*)"[^>]*>(.*?)<\/form>/gs)]
  return forms.map(([, action = '', inside = '']) => ({
    action: action.replaceAll('&amp;', '&'),
    fields: [...inside.matchAll(/<(input|textarea|select)\b[^>]*>/g)].flatMap(([tag, element]) => {
      const name = /\bname="([^"]*)"/.exec(tag)?.[1]
      const maxLength = /\bmaxlength="(\d+)"/.exec(tag)?.[1]
      const isTyped = element === 'textarea' || tag.includes('type="text"')
      const typed = isTyped ? { maxLength: maxLength === undefined ? null : Number(maxLength) } : null
      return name === undefined ? [] : [{ name, typed }]
    }),
  }))
}

/** More than any field holds. */
const LONG = 'x'.repeat(1024 * 1024)
/** Less than the largest body. */
const LONGEST = 'x'.repeat(5 * 1024 * 1024 - 1_000)

test('a field that is too long, and too many fields, are refused before a lookup and are not shown again', async () => {
  const { app, path } = await jobScene()
  const olga = await app.signIn('olga')
  const [key] = await listKeys(app.parts, 77)
  const pages = ['/jobs', '/jobs/new', '/batches/new', '/keys/new', `/keys/${key?.id}`, path]
  const tried = new Set<string>()
  for (const page of [...pages, '/webhooks/new', '/runner-repository?project=docs'])
    for (const { action, fields } of formsOf((await olga.get(page)).text))
      for (const { name, typed } of fields) {
        const place = `${action} ${name}`
        if (tried.has(place)) continue
        tried.add(place)
        const long = await olga.post(action, { [name]: LONG })
        expect([place, long.status, long.text.length < 20_000]).toEqual([place, 413, true])
        const often = await olga.post(action, { [name]: Array.from({ length: 1_001 }, () => 'x') })
        expect([place, often.status, often.text.includes(`field ${name} `)]).toEqual([place, 413, true])
        if (typed === null) continue
        expect([place, typed.maxLength]).toEqual([place, expect.any(Number)])
        const longest = await olga.post(action, { [name]: 'x'.repeat(typed.maxLength ?? 0) })
        expect([place, longest.status]).toEqual([place, expect.not.toBeOneOf([413, 500])])
      }
  expect(tried.size).toBeGreaterThan(30)
})

test('nothing is read of a form from a stranger that is too long for its page', async () => {
  const { app } = await jobScene()
  for (const path of ['/jobs', '/sign-in', '/sign-out', '/callback', '/nothing', '/keys?account=acme']) {
    const { status, text } = await app.visitor().post(path, { x: LONGEST })
    expect([path, status, text.length < 20_000]).toEqual([path, 401, true])
  }
})

test('the page for the sign-in repeats no long address', async () => {
  const { app } = await jobScene()
  const to = `/jobs?text=${'x'.repeat(8_000)}`
  expect((await app.visitor().get(`/sign-in?to=${encodeURIComponent(to)}`)).text).not.toContain('xxxxx')
})

const account = { id: 77, login: 'acme', type: 'Organization', installationId: 1, isOwner: true } as const
const access: Access = {
  checkedAt: 0,
  accounts: [account],
  repositories: new Map(),
  singleSignOn: [],
  suspended: [],
}
const FORM = {
  name: 'ci',
  scope: 'read',
  coverage: 'chosen',
  projects: [],
  names: '',
  expires: '7',
  addresses: '',
}

test('a form names up to 1,000 projects, and a key up to 100 addresses', () => {
  const ids = Array.from({ length: 1_500 }, (_, n) => `prj_${n}`)
  const manager = { account, access }
  expect(namesIn(ids.join('\n'))).toHaveLength(MOST_NAMED + 1)
  expect(readNewKey({ ...FORM, projects: ids.slice(0, MOST_NAMED) }, manager).kind).toBe('valid')
  expect(readNewKey({ ...FORM, projects: ids.slice(0, MOST_NAMED + 1) }, manager)).toMatchObject({
    errors: { manyProjects: true },
  })
  const range = 'ffff:ffff:ffff:ffff:ffff:ffff:255.255.255.255/128\n'
  const addresses = range.repeat(MOST_ADDRESSES)
  expect(addresses.length).toBeLessThanOrEqual(KEY_FORM.addresses?.length ?? 0)
  const all = { ...FORM, coverage: 'all' }
  expect(readNewKey({ ...all, addresses }, manager).kind).toBe('valid')
  expect(readNewKey({ ...all, addresses: '::1 '.repeat(MOST_ADDRESSES + 1) }, manager)).toMatchObject({
    errors: { manyAddresses: true },
  })
})

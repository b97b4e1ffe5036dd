import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { DEFAULT_ACTION_REF } from '../../../src/app/config/action-ref.ts'
import { Environment } from '../../../src/app/config/environment.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const page = readFileSync(new URL('../../../docs/configuration.md', import.meta.url), 'utf8')

interface Documented {
  readonly name: string
  /** `undefined`: the table of required variables has no such column. */
  readonly fallback: string | undefined
}

/** A row may name several variables, and then as many defaults. */
const documented = [...page.matchAll(/^\| (`[A-Z].*?) \|.*?(?: \| ([^|]*))? \|$/gm)].flatMap(
  ([, names = '', fallbacks]): Documented[] => {
    const cells = fallbacks?.split(', ') ?? []
    return names.split(', ').map((name, at) => ({
      name: name.replaceAll('`', ''),
      fallback: (cells[at] ?? cells.at(-1))?.replaceAll('`', ''),
    }))
  },
)

const REQUIRED = {
  APP_ID: '1',
  PRIVATE_KEY: makePrivateKey(),
  WEBHOOK_SECRET: 'a secret of the tests',
  PUBLIC_URL: 'https://prentice.example.com',
  ALLOWED_ACCOUNTS: 'acme',
}
const SECRETS = ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'CLIENT_SECRET', 'KEY_PEPPER', 'METRICS_TOKEN']

test('the page has every variable once, and no other', () => {
  const known = [...Object.keys(Environment.shape), ...SECRETS.map((name) => `${name}_FILE`)]
  expect(documented.map(({ name }) => name).sort()).toEqual(known.sort())
})

test('the required variables are those without which the server does not start', () => {
  const required = documented.filter(({ fallback }) => fallback === undefined)
  expect(required.map(({ name }) => name).filter((name) => !name.endsWith('_FILE'))).toEqual(
    Object.keys(REQUIRED),
  )
  expect(Environment.safeParse(REQUIRED).success).toBe(true)
  for (const name of Object.keys(REQUIRED)) {
    expect([name, Environment.safeParse({ ...REQUIRED, [name]: undefined }).success]).toEqual([name, false])
  }
})

test('each default is that of the server', () => {
  const defaults: Readonly<Record<string, unknown>> = Environment.parse(REQUIRED)
  const DAY_MS = 86_400_000
  const shown = (name: string): string => {
    const value = defaults[name]
    if (name === 'ACTION_REF') return DEFAULT_ACTION_REF
    if (name.endsWith('_DAYS')) return String(Number(value) / DAY_MS)
    return Array.isArray(value) && value.length === 0 ? 'none' : String(value)
  }
  /** Of variables that the schema leaves unset. */
  const UNSET = ['none', 'off', 'derived from GITHUB_SERVER_URL']
  for (const { name, fallback } of documented) {
    if (fallback === undefined) continue
    const variable = name in defaults ? name : name.replace(/_FILE$/, '')
    if (defaults[variable] === undefined) expect(UNSET).toContain(fallback)
    else expect([name, fallback]).toEqual([name, shown(name)])
  }
})

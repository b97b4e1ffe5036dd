import { expect, test } from 'vitest'
import { readConfig, readKeysConfig } from '../../../src/app/config/read-config.ts'
import { describeMissing } from '../../../src/app/config/read-start.ts'
import { makePrivateKey } from '../../support/app/private-key.ts'

const PRIVATE_KEY = makePrivateKey()
const good = {
  APP_ID: '12',
  PRIVATE_KEY: PRIVATE_KEY.replaceAll('\n', '\\n'),
  WEBHOOK_SECRET: 'a long enough secret',
  PUBLIC_URL: 'https://prentice.example.com/',
  ALLOWED_ACCOUNTS: 'Acme, 77',
}
const problems = (environment: Record<string, string>): readonly string[] => {
  const read = readConfig(environment)
  return read.kind === 'invalid' ? read.problems : []
}

test('the other addresses are derived from the address of GitHub', () => {
  const read = readConfig(good)
  expect(read).toMatchObject({
    kind: 'valid',
    config: {
      publicUrl: 'https://prentice.example.com',
      privateKey: PRIVATE_KEY,
      allowedAccounts: ['acme', '77'],
      apiUrl: 'https://api.github.com',
      oidcIssuer: 'https://token.actions.githubusercontent.com',
      rateLimit: 100,
    },
  })
  expect(readConfig({ ...good, GITHUB_SERVER_URL: 'https://ghes.acme.com' })).toMatchObject({
    config: { apiUrl: 'https://ghes.acme.com/api/v3', oidcIssuer: 'https://ghes.acme.com/_services/token' },
  })
  expect(readConfig({ ...good, GITHUB_SERVER_URL: 'https://acme.ghe.com' })).toMatchObject({
    config: { apiUrl: 'https://api.acme.ghe.com', oidcIssuer: 'https://token.actions.acme.ghe.com' },
  })
})

test.each([
  ['APP_ID', ''],
  ['APP_ID', 'abc'],
  ['PRIVATE_KEY', ''],
  ['PRIVATE_KEY', 'abc'],
  ['WEBHOOK_SECRET', ''],
  ['WEBHOOK_SECRET', 'development'],
  ['WEBHOOK_SECRET', 'short'],
  ['PUBLIC_URL', ''],
  ['PUBLIC_URL', 'http://prentice.example.com'],
  ['PUBLIC_URL', 'prentice'],
  ['ALLOWED_ACCOUNTS', ''],
  ['ALLOWED_ACCOUNTS', 'acme, @umbrella'],
  ['ALLOWED_ACCOUNTS', 'acme umbrella'],
  ['ALLOWED_ACCOUNTS', 'https://github.com/acme'],
  ['ALLOWED_ACCOUNTS', 'acme/site'],
  ['ALLOWED_ACCOUNTS', 'a'.repeat(40)],
  ['PUBLIC_URL', 'https://prentice.example.com/prentice'],
  ['PUBLIC_URL', 'https://prentice.example.com/?a=b'],
  ['PUBLIC_URL', 'https://prentice.example.com/#a'],
  ['PUBLIC_URL', 'https://prentice.example.com/?'],
  ['PUBLIC_URL', 'https://prentice.example.com/#'],
  ['PUBLIC_URL', 'https://prentice.example.com/..'],
  ['PUBLIC_URL', 'https://prentice.\nexample.com'],
  ['PUBLIC_URL', 'https:prentice.example.com'],
  ['PUBLIC_URL', 'https:\\\\prentice.example.com'],
  ['PUBLIC_URL', 'https://@prentice.example.com'],
  ['GITHUB_API_URL', 'https:ghes.acme.com'],
  ['GITHUB_OIDC_ISSUER', 'https://token.acme.com/?'],
  ['GITHUB_SERVER_URL', 'http://github.com'],
  ['GITHUB_SERVER_URL', 'https://ghes.acme.com/api/v3'],
  ['GITHUB_API_URL', 'https://ghes.acme.com/api/v3?a=b'],
  ['METRICS_PORT', '3000'],
  ['RATE_LIMIT', '1001'],
  ['RATE_LIMIT', ' '],
  ['PORT', ' '],
  ['STARTS_PER_MINUTE', '0'],
  ['STARTS_PER_MINUTE', '601'],
  ['STARTS_AT_ONCE', '1.5'],
  ['ARCHIVE_AFTER_DAYS', '-1'],
  ['DELETE_AFTER_DAYS', 'soon'],
  ['PORT', 'x'],
  ['DATABASE_URL', 'SQLite::memory:'],
  ['DEFAULT_MODEL', 'gpt'],
])('%s %j refuses to start and names the variable', (name, value) => {
  expect(problems({ ...good, [name]: value }).join('\n')).toContain(`${name}: `)
})

test.each(['PUBLIC_URL', 'GITHUB_SERVER_URL', 'GITHUB_API_URL', 'GITHUB_OIDC_ISSUER'])(
  'a password in %s is refused, and the message does not contain it',
  (name) => {
    for (const url of ['https://ann:hunter2@acme.example', 'https://hunter2@acme.example']) {
      const environment = { ...good, [name]: url }
      const found = problems(environment)
      expect(found).toEqual([`${name}: it must not contain a user name or password`])
      const screen = describeMissing(found, { ...environment, APP_ID: '' })
      expect(screen).toContain('How to get the values')
      expect(screen).not.toContain('hunter2')
    }
  },
)

test('white space around an address is no part of it', () => {
  const urls = {
    PUBLIC_URL: ' https://Prentice.example.com:443/ \n',
    GITHUB_API_URL: 'https://ghes.acme.com/api/v3/\n',
  }
  expect(readConfig({ ...good, ...urls })).toMatchObject({
    config: { publicUrl: 'https://Prentice.example.com:443', apiUrl: 'https://ghes.acme.com/api/v3' },
  })
})

test('METRICS_HOST without METRICS_PORT has no effect and is refused', () => {
  const idle = 'METRICS_HOST: it has no effect without METRICS_PORT; set METRICS_PORT too, or remove it'
  expect(problems({ ...good, METRICS_HOST: '0.0.0.0' })).toEqual([idle])
  expect(problems({ ...good, METRICS_HOST: '0.0.0.0', METRICS_PORT: '9464' })).toEqual([])
})

test('ALLOWED_ACCOUNTS is * alone, or names', () => {
  const both =
    'ALLOWED_ACCOUNTS: * already allows every account; set it to * alone, or to the names without it'
  expect(problems({ ...good, ALLOWED_ACCOUNTS: '*,acme' })).toEqual([both])
  expect(problems({ ...good, ALLOWED_ACCOUNTS: '*' })).toEqual([])
  expect(problems({ ...good, ALLOWED_ACCOUNTS: 'acme,umbrella' })).toEqual([])
})

test('METRICS_PORT must differ from PORT', () => {
  const taken =
    'METRICS_PORT: it is the same as PORT; set another port, or set only METRICS_TOKEN to serve metrics on PORT'
  expect(problems({ ...good, PORT: '9464', METRICS_PORT: '9464' })).toEqual([taken])
  expect(problems({ ...good, PORT: '9464', METRICS_PORT: '9464', APP_ID: '' })).toContain(taken)
  expect(problems({ ...good, PORT: '9464', METRICS_PORT: '3000' })).toEqual([])
})

test('ALLOWED_ACCOUNTS accepts logins of any kind, ids, and *', () => {
  for (const ALLOWED_ACCOUNTS of ['*', 'acme', '77', 'ann_acme', 'Acme-Corp,9', 'a'.repeat(39)])
    expect(problems({ ...good, ALLOWED_ACCOUNTS })).toEqual([])
  expect(problems({ ...good, ALLOWED_ACCOUNTS: 'acme,@umbrella' })).toEqual([
    'ALLOWED_ACCOUNTS: "@umbrella" is not a valid login; write logins or ids as on GitHub, for example acme',
  ])
})

test('the pace of starts is configurable, and suits GitHub by default', () => {
  const startsOf = (more: Record<string, string>) => {
    const read = readConfig({ ...good, ...more })
    return read.kind === 'valid' ? read.config.starts : null
  }
  expect(startsOf({})).toEqual({ perMinute: 60, atOnce: 5 })
  expect(startsOf({ STARTS_PER_MINUTE: '30', STARTS_AT_ONCE: '1' })).toEqual({ perMinute: 30, atOnce: 1 })
})

test('retention times are numbers of days, or never', () => {
  const retentionOf = (more: Record<string, string>) => {
    const read = readConfig({ ...good, ...more })
    return read.kind === 'valid' ? read.config.retention : null
  }
  const day = 86_400_000
  expect(retentionOf({})).toEqual({
    archiveAfterMs: 90 * day,
    deleteAfterMs: 30 * day,
    auditMs: 365 * day,
  })
  expect(retentionOf({ ARCHIVE_AFTER_DAYS: '0', DELETE_AFTER_DAYS: '7', AUDIT_DAYS: '30' })).toEqual({
    archiveAfterMs: null,
    deleteAfterMs: 7 * day,
    auditMs: 30 * day,
  })
})

test('http is accepted on loopback only', () => {
  expect(problems({ ...good, PUBLIC_URL: 'http://127.0.0.1:3000' })).toEqual([])
  expect(problems({ ...good, PUBLIC_URL: 'http://127.0.0.1.evil.com' })).not.toEqual([])
})

test('missing variables are listed on one screen, with a link that registers the App', () => {
  const given = { APP_ID: '12' }
  const screen = describeMissing(problems(given), given)
  expect(screen.split('\n').length).toBeLessThan(24)
  for (const name of ['PRIVATE_KEY', 'WEBHOOK_SECRET', 'PUBLIC_URL', 'ALLOWED_ACCOUNTS']) {
    expect(screen).toContain(`${name}: set it to`)
  }
  expect(screen).toContain('settings/apps/new?')
  expect(screen).toContain('pull_requests=write')
})

test('API keys are stored under a plain hash unless KEY_PEPPER is set, which must not be short', () => {
  const pepper = 'a pepper of at least 32 characters'
  expect(readConfig(good)).toMatchObject({ config: { keyPepper: null } })
  expect(readConfig({ ...good, KEY_PEPPER: `${pepper}\n` })).toMatchObject({ config: { keyPepper: pepper } })
  for (const KEY_PEPPER of ['x', 'x'.repeat(31), ' '.repeat(40)]) {
    expect(problems({ ...good, KEY_PEPPER })).toEqual([
      'KEY_PEPPER: it must have at least 32 characters, for example from `openssl rand -hex 32`',
    ])
  }
})

test('metrics are off by default; a port or a long token turns them on', () => {
  const metricsOf = (more: Record<string, string>) => {
    const read = readConfig({ ...good, ...more })
    return read.kind === 'valid' ? read.config.metrics : read.problems
  }
  expect(metricsOf({})).toEqual({ host: '127.0.0.1', port: null, token: null })
  expect(metricsOf({ METRICS_PORT: '9464', METRICS_HOST: '0.0.0.0' })).toEqual({
    host: '0.0.0.0',
    port: 9464,
    token: null,
  })
  expect(metricsOf({ METRICS_TOKEN: `${'x'.repeat(16)}\n` })).toMatchObject({ token: 'x'.repeat(16) })
  expect(metricsOf({ METRICS_TOKEN: 'x'.repeat(15) })).toEqual([
    expect.stringContaining('at least 16 characters'),
  ])
  expect(metricsOf({ METRICS_TOKEN: 'with blanks in it, for sure' })).toEqual([
    expect.stringContaining('no spaces'),
  ])
  expect(metricsOf({ METRICS_PORT: '70000' })).toEqual(['METRICS_PORT: set it to a port from 1 to 65535'])
})

test('TRUSTED_PROXIES accepts addresses and ranges, but not all addresses', () => {
  expect(readConfig(good)).toMatchObject({ config: { trustedProxies: [] } })
  expect(readConfig({ ...good, TRUSTED_PROXIES: '127.0.0.1, 10.0.0.0/8,2001:db8::/32' })).toMatchObject({
    config: { trustedProxies: ['127.0.0.1/32', '10.0.0.0/8', '2001:db8::/32'] },
  })
  expect(problems({ ...good, TRUSTED_PROXIES: 'proxy.internal,0.0.0.0/0' })).toEqual([
    'TRUSTED_PROXIES: proxy.internal is neither an address nor a CIDR range',
    'TRUSTED_PROXIES: 0.0.0.0/0 covers every address: name a smaller range',
  ])
})

test('the command line for keys reads only the variables that it needs', () => {
  expect(readKeysConfig({})).toEqual({
    kind: 'valid',
    config: { databaseUrl: 'sqlite:prentice.db', keyPepper: null, auditMs: 365 * 86_400_000 },
  })
  expect(readKeysConfig({ KEY_PEPPER: 'short' })).toMatchObject({
    kind: 'invalid',
    problems: [expect.stringContaining('KEY_PEPPER: ')],
  })
})

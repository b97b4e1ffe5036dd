import { describe, expect, it } from 'vitest'
import { storeKind } from '../../../src/app/store/open/open-store.ts'
import { postgresAddress } from '../../../src/app/store/postgres/postgres-address.ts'
import { redisAddress } from '../../../src/app/store/redis/connect.ts'
import { sqlitePath } from '../../../src/app/store/sqlite/open-sqlite.ts'

const config = (url: string) => postgresAddress(url).config

describe('PostgreSQL', () => {
  it('verifies the certificate of a server on another machine', () => {
    for (const end of ['', '?sslmode=require', '?sslmode=verify-full'])
      expect(config(`postgres://me:pw@db.example.com/prentice${end}`)).toMatchObject({
        host: 'db.example.com',
        port: 5432,
        user: 'me',
        password: 'pw',
        database: 'prentice',
        ssl: { rejectUnauthorized: true },
      })
  })

  it('takes a server on this machine as it is', () => {
    expect(config('postgresql://127.0.0.1:6000/p')).toMatchObject({ port: 6000, ssl: false })
    expect(config('postgres://me@localhost/p?host=/var/run/postgresql')).toMatchObject({
      host: '/var/run/postgresql',
      ssl: false,
    })
    // As libpq has a folder of sockets: without a host, which a URL with a user needs.
    for (const user of ['me:pw@', 'me@', ''])
      expect(config(`postgres://${user}/p?host=/var/run/postgresql`)).toMatchObject({
        host: '/var/run/postgresql',
        database: 'p',
        ...(user !== '' && { user: 'me' }),
      })
    expect(config('postgres://[::1]/p')).toMatchObject({ host: '::1' })
  })

  it.each([
    ['postgres://me:hunter2@db.example.com/p?sslmode=disable', 'it needs TLS: set sslmode=verify-full'],
    ['postgres://me:hunter2@db.example.com/p?sslmode=no-verify', 'sslmode=no-verify does not protect'],
    ['postgres://me@db.example.com/p', 'must contain a password'],
    ['postgres://me:hunter2@db.example.com/', 'it names no database'],
    ['postgres://me:hunter2@db.example.com/p?pgbouncer=true', 'the parameter pgbouncer is not supported'],
    [
      'postgres://me:hunter2@db.example.com/p?sslrootcert=/none',
      'sslrootcert: /none cannot be read (ENOENT)',
    ],
    ['postgres://me:hunter2%@db.example.com/p', 'write it as %25'],
    ['postgres://me:hunter2@db.example.com:port/p', 'percent-encode special characters'],
    ['postgres://me:12/hunter2@db.example.com/p', 'percent-encode special characters'],
    ['postgres://me:hunter2@/p', 'it names no host'],
    ['postgres://me:hunter2@/p?sslmode=require', 'it names no host'],
    ['postgres://me:hunter2@a.example.com,b.example.com/p', 'it names several hosts'],
    ['postgres://me:hunter2@a.example.com:5432,b.example.com:5432/p', 'it names several hosts'],
    ['postgres://me:1,hunter2/x@db.example.com/p', 'percent-encode special characters'],
    ['postgres://me:12?hunter2@db.example.com/p', 'percent-encode special characters'],
  ])('refuses %s', (url, message) => expectRefusal(() => postgresAddress(url), message))
})

describe('SQLite', () => {
  it.each(['sqlite:/data/p.db', 'sqlite:///data/p.db', 'SQLite:/data/p.db'])(
    'reads the file from %s',
    (url) => {
      expect([storeKind(url), sqlitePath(url)]).toEqual(['sqlite', '/data/p.db'])
    },
  )
})

describe('Redis', () => {
  it('reads user, password, number and TLS', () => {
    expect(redisAddress('rediss://me:p%40w@r.example.com/3')).toMatchObject({
      host: 'r.example.com',
      port: 6379,
      user: 'me',
      password: 'p@w',
      index: 3,
      isEncrypted: true,
    })
    expect(redisAddress('redis://127.0.0.1')).toMatchObject({ index: 0, isEncrypted: false, password: null })
  })

  it.each([
    ['redis://me:hunter2@r.example.com/0', 'it needs TLS: write rediss: instead of redis:'],
    ['rediss://r.example.com/0', 'must contain a password'],
    ['rediss://me:hunter2@r.example.com:99999/0', 'check the port'],
    ['rediss://me:hunter2@r.example.com/first', 'names none; for example rediss://default:PASSWORD@'],
    ['rediss://me:hunter2@r.example.com/0?family=4', 'the parameter family is not supported'],
  ])('refuses %s', (url, message) => expectRefusal(() => redisAddress(url), message))
})

function expectRefusal(read: () => unknown, message: string): void {
  expect(read).toThrow(message)
  expect(read).toThrow('DATABASE_URL: ')
  expect(read).not.toThrow('hunter2')
}

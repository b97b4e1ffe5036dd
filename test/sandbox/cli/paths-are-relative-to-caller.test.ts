import { join } from 'node:path'
import { expect, test } from 'vitest'
import { absoluteDatabaseUrl } from '../../../sandbox/cli/absolute-database-url.ts'
import { detectRepository } from '../../../sandbox/cli/detect-repository.ts'

const PROJECT = join(import.meta.dirname, '../../..')

test.each([
  ['npm, which changes to the folder of the package', PROJECT, { INIT_CWD: '/home/ada' }, '/home/ada'],
  ['node in the folder of the package', PROJECT, {}, PROJECT],
  ['node in another folder, started by an npm script', '/srv', { INIT_CWD: '/home/ada' }, '/srv'],
])('%s', (_who, cwd, environment, place) => {
  expect(detectRepository(cwd, environment)).toBe(place)
})

test.each([
  ['sqlite:jobs.db', 'sqlite:/here/jobs.db'],
  ['sqlite://jobs.db', 'sqlite:/here/jobs.db'],
  ['sqlite:../jobs.db', 'sqlite:/jobs.db'],
  ['sqlite:/there/jobs.db', 'sqlite:/there/jobs.db'],
  ['sqlite:///there/jobs.db', 'sqlite:/there/jobs.db'],
  ['sqlite::memory:', 'sqlite::memory:'],
  ['postgres://host/jobs', 'postgres://host/jobs'],
])('DATABASE_URL %s becomes %s', (url, absolute) => {
  expect(absoluteDatabaseUrl(url, '/here')).toBe(absolute)
})

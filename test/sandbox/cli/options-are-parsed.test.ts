import { expect, test } from 'vitest'
import { BadOptions, readDemoOptions, readServeOptions } from '../../../sandbox/cli/read-options.ts'

test('options of the sandbox', () => {
  const ofServe = { port: null, dialect: 'github', offersInit: false }
  const defaults = { json: false, verbose: false, repository: null, ...ofServe }
  expect(readServeOptions([], '/here')).toEqual(defaults)
  const args = ['--json', '--verbose', '--port', '4000', '--repo', 'x', '--dialect', 'enterprise']
  expect(readServeOptions(args, '/here')).toEqual({
    json: true,
    verbose: true,
    repository: '/here/x',
    port: 4000,
    dialect: 'enterprise',
    offersInit: false,
  })
  expect(readServeOptions(['--gh'], '/here')).toMatchObject({ dialect: 'enterprise', offersInit: true })
})

test('options of the demo', () => {
  expect(readDemoOptions([], '/here')).toEqual({
    json: false,
    verbose: false,
    repository: null,
    prompt: null,
  })
  expect(readDemoOptions(['--prompt', 'Delete a.md', '--repo', '/there'], '/here')).toMatchObject({
    prompt: 'Delete a.md',
    repository: '/there',
  })
})

test.each([['--help'], ['-h'], ['--json', '-h']])('%s prints help', (...args) => {
  expect(readServeOptions(args, '/here')).toBeNull()
  expect(readDemoOptions(args, '/here')).toBeNull()
})

test.each([
  [['--port', 'many']],
  [['--port', '65536']],
  [['--dialect', 'gitlab']],
  [['--repo', '']],
  [['--gh', '--dialect', 'github']],
  [['--unknown']],
  [['stray']],
  [['--port']],
])('the sandbox refuses %j', (args) => {
  expect(() => readServeOptions(args, '/here')).toThrow(BadOptions)
})

test('the demo refuses an empty prompt', () => {
  expect(() => readDemoOptions(['--prompt', ' '], '/here')).toThrow('describe the change to make')
})

test.each([
  'https://user:hunter2@example.com/owner/name',
  'git@example.com:owner/name.git',
  'ssh://git@example.com/owner/name',
  'file:///srv/name.git',
])('a URL is refused as a path, and the message does not repeat it: %s', (address) => {
  const read = () => readDemoOptions(['--repo', address], '/here')
  expect(read).toThrow(/^--repo takes a local path, not a URL: clone it first/)
  expect(read).not.toThrow(/example|hunter2/)
})

test('an unknown option is named, with the command that prints help', () => {
  expect(() => readDemoOptions(['--bogus'], '/here')).toThrow(
    /^Unknown option '--bogus': npm run demo -- --help shows the options$/,
  )
})

import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { BadOptions, readDemoOptions, readServeOptions } from '../../../sandbox/terminal/read-options.ts'

test('serve', () => {
  expect(readServeOptions([])).toEqual({ json: false, port: 0, repository: null, dialect: 'github' })
  expect(readServeOptions(['--json', '--port', '4000', '--repo', 'x', '--dialect', 'enterprise'])).toEqual({
    json: true,
    port: 4000,
    repository: resolve('x'),
    dialect: 'enterprise',
  })
})

test('demo', () => {
  expect(readDemoOptions([])).toEqual({ json: false, repository: null, prompt: null })
  expect(readDemoOptions(['--prompt', 'Delete a.md'])).toMatchObject({ prompt: 'Delete a.md' })
})

test.each([
  [['--port', 'many']],
  [['--port', '65536']],
  [['--dialect', 'gitlab']],
  [['--repo', '']],
  [['--unknown']],
  [['stray']],
  [['--port']],
])('serve refuses %j', (args) => {
  expect(() => readServeOptions(args)).toThrow(BadOptions)
})

test('demo refuses an empty prompt', () => {
  expect(() => readDemoOptions(['--prompt', ' '])).toThrow('say what is to be done')
})

import { expect, test } from 'vitest'
import { readHeaderBindings } from '../../../src/action/mcp/header-bindings.ts'
import { readEnvironment } from '../../../src/action/start/read-environment.ts'

const read = (value: string) => readHeaderBindings({ PRENTICE_MCP_DOCS: value, OTHER: value })
const SECRET = 'tZ4q9Lw2VbN7xR1mK8cJ5hG0'

test.each([
  ['https://a.example', null],
  [' https://a.example/ ', null],
  ['https://a.example X-Key: abc def', { name: 'X-Key', value: 'abc def' }],
  ['https://a.example\nAuthorization:Bearer abc', { name: 'Authorization', value: 'Bearer abc' }],
])('%j is understood', (value, header) => {
  const origin = 'https://a.example'
  expect(read(value)).toEqual({
    bindings: [{ variable: 'PRENTICE_MCP_DOCS', origin, header }],
    problems: [],
  })
})

test.each([
  [`Bearer ${SECRET}`, 'must begin with the origin that it is for, such as https://mcp.example.com'],
  [`http://a.example X-Key: ${SECRET}`, 'must begin with the origin'],
  [`https://a.example/path X-Key: ${SECRET}`, 'must begin with the origin'],
  [`https://u:p@a.example X-Key: ${SECRET}`, 'must begin with the origin'],
  [`https://a.example ${SECRET}`, 'must begin with the origin'],
  [`https://a.example Host: ${SECRET}`, 'must not set the header Host'],
  [`https://a.example Mcp-Session-Id: ${SECRET}`, 'must not set the header Mcp-Session-Id'],
  [`https://a.example X-Key: a\r\nX-Evil: ${SECRET}`, 'has a value that no header can have'],
  ['https://a.example Authorization: Bearer ', 'has a header without a value: is its secret set?'],
  ['https://a.example X-Key:', 'has a header without a value: is its secret set?'],
])('%j is refused without its value', (value, problem) => {
  const { bindings, problems } = read(value)
  expect([bindings.length, problems.length]).toEqual([0, 1])
  expect(problems[0]).toContain(`PRENTICE_MCP_DOCS ${problem}`)
  expect(problems[0]).not.toContain(SECRET)
})

test('a variable that is empty is not set', () => {
  expect(read('')).toEqual({ bindings: [], problems: [] })
})

test('no child process inherits the variables, and the value is a secret with and without its scheme', () => {
  const env = { PRENTICE_MCP_DOCS: `https://a.example Authorization: Bearer ${SECRET}`, PATH: '/bin' }
  const { secrets } = readEnvironment(env)
  expect(env).toEqual({ PATH: '/bin' })
  expect(secrets).toEqual([`Bearer ${SECRET}`, SECRET])
})

test.each([
  [`https://a.example ${SECRET}`, [SECRET]],
  [`https://a.example Bearer ${SECRET}`, [`Bearer ${SECRET}`, SECRET]],
  [`Bearer ${SECRET}`, [`Bearer ${SECRET}`, SECRET]],
  [SECRET, [SECRET]],
  [`https://u:${SECRET}@a.example`, [`https://u:${SECRET}@a.example`]],
  [`https://a.example/?key=${SECRET}`, [`https://a.example/?key=${SECRET}`]],
  [`http://a.example X-Key: ${SECRET}`, [SECRET]],
  ['https://a.example/', []],
])('%j is as secret as its value, also where no header is named', (value, expected) => {
  expect(readEnvironment({ PRENTICE_MCP_DOCS: value }).secrets).toEqual(expected)
})

import { afterEach, expect, test } from 'vitest'
import { proxyProblem } from '../../src/cli/server/proxy-problem.ts'
import { type Command, type Ended, runProgram } from '../support/processes/command.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

const behind = async (proxy: string, program: string, ...args: string[]): Promise<Ended> => {
  const command = await runProgram(program, args, { env: { HTTPS_PROXY: proxy } })
  commands.push(command)
  return command.ended
}

const SET = 'HTTPS_PROXY: set it to the URL of the proxy, with http:// or https://'

test.each([
  ['proxy.example.com:8080', 'HTTPS_PROXY'],
  ['127.0.0.1:8080', 'HTTPS_PROXY'],
  ['ftp://127.0.0.1', 'HTTPS_PROXY'],
  ['http://ana:secret@proxy.example.com:8080', null],
  ['socks5://127.0.0.1:1080', null],
  ['', null],
])('%s as HTTPS_PROXY: %s is wrong', (proxy, wrong) => {
  const problem = proxyProblem({ HTTPS_PROXY: proxy })
  expect(problem?.split(':')[0] ?? null).toBe(wrong)
})

test('the variables that Node reads are checked', () => {
  const [right, wrong] = ['http://127.0.0.1:1', 'ana:secret@proxy']
  expect(proxyProblem({})).toBeNull()
  expect(
    proxyProblem({ https_proxy: right, HTTPS_PROXY: wrong, http_proxy: '', HTTP_PROXY: wrong }),
  ).toBeNull()
  expect(proxyProblem({ https_proxy: wrong, HTTPS_PROXY: right })).toMatch(/^https_proxy: set it to the URL/)
  expect(proxyProblem({ HTTP_PROXY: wrong })).toMatch(/^HTTP_PROXY: (?!.*secret)/)
})

test.each([
  ['npm', ['run', '--silent', 'doctor'], SET],
  ['node', ['src/cli/main.ts', 'server', 'onboard'], `error: ${SET}`],
])('%s %j ends with a message instead of a stack trace', async (program, args, message) => {
  const { code, stdout, stderr } = await behind('proxy.example.com:8080', program, ...args)
  expect({ code, stdout, stderr }).toEqual({
    code: 1,
    stdout: '',
    stderr: expect.stringMatching(/^\S.*: set it to [^\n]+\n$/),
  })
  expect(stderr.startsWith(message)).toBe(true)
})

test('a command that connects to nothing outside works with any proxy', async () => {
  const { code, stdout } = await behind(
    'proxy.example.com:8080',
    'npm',
    'run',
    '--silent',
    'pause',
    '--',
    '--help',
  )
  expect([code, stdout.split(' ')[0]]).toEqual([0, 'usage:'])
})

import { expect, test } from 'vitest'
import { keepHeadAndTail } from '../../../../src/action/checks/isolation/head-and-tail.ts'
import { composeEnvironment } from '../../../../src/action/checks/isolation/unshare-command.ts'

/** What is kept of a text that arrives in pieces of this length. */
function keep(text: string, head: number, tail: number, piece = text.length): string {
  const kept = keepHeadAndTail(head, tail)
  const bytes = Buffer.from(text)
  for (let at = 0; at < bytes.length; at += piece) kept.add(bytes.subarray(at, at + piece))
  expect(kept.bytes).toBe(bytes.length)
  return kept.text()
}

const WORDS = 'aa bb cc dd ee ff gg hh ii jj'

test.each([1, 2, 3, 5, 7, 29])('in pieces of %i bytes', (piece) => {
  expect(keep(WORDS, 15, 14, piece)).toBe(WORDS)
  expect(keep(WORDS, 14, 14, piece)).toBe('aa bb cc dd \n[… 1 bytes left out …]\n gg hh ii jj')
  expect(keep(WORDS, 6, 6, piece)).toBe('aa bb \n[… 17 bytes left out …]\n ii jj')
  expect(keep(WORDS, 7, 7, piece)).toBe('aa bb \n[… 15 bytes left out …]\n ii jj')
  expect(keep(WORDS, 3, 2, piece)).toBe('aa \n[… 24 bytes left out …]\n')
})

test('empty output is no collection', () => {
  expect(keepHeadAndTail(10, 10).text()).toBe('')
  expect(keepHeadAndTail(10, 10).bytes).toBe(0)
})

test.each([
  ['colours', '\u001b[1;31mred\u001b[0m', 'red'],
  ['a window title that ends with BEL', '\u001b]0;title\u0007text', 'text'],
  ['a window title that ends with ST', '\u001b]0;title\u001b\\text', 'text'],
  ['a short escape sequence', '\u001bMtext', 'text'],
  ['a line that was overwritten', '10%\r20%\rdone\n', 'done\n'],
  ['the last line, overwritten', 'a\nx\ry', 'a\ny'],
  ['a line that was overwritten after several CR', '10%\r\rdone\n', 'done\n'],
  ['CRLF', 'a\r\nb\r\r\nc', 'a\nb\nc'],
  ['CR at the end', 'a\r', 'a'],
  ['other control characters', 'a\u0000\u0007\u007f\u0085b\tc\n', 'ab\tc\n'],
])('a terminal would show %s', (_, printed, shown) => {
  expect(keep(printed, 100, 100)).toBe(shown)
})

test('setup gets the certificates and proxies in addition to the environment of a check', () => {
  const more = {
    ...{ NODE_EXTRA_CA_CERTS: '/c1', SSL_CERT_FILE: '/c2', SSL_CERT_DIR: '/c3', REQUESTS_CA_BUNDLE: '/c4' },
    ...{
      https_proxy: 'p1',
      HTTPS_PROXY: 'p2',
      http_proxy: 'p3',
      HTTP_PROXY: 'p4',
      no_proxy: 'p5',
      NO_PROXY: 'p6',
    },
  }
  const tools = { JAVA_HOME: '/j', GOROOT: '/g', DOTNET_ROOT: '/d' }
  const own = [
    ...['PATH=/usr/local/bin:/usr/bin:/bin', 'HOME=/home/checks', 'USER=checks', 'LOGNAME=checks'],
    ...['SHELL=/bin/sh', 'TMPDIR=/tmp', 'LANG=C.UTF-8', 'CI=true', 'NO_COLOR=1'],
  ]
  const named = (variables: object) => Object.entries(variables).map(([name, value]) => `${name}=${value}`)
  const environment = { ...more, ...tools, SECRET: 'x' }
  expect(composeEnvironment(environment, 'round')).toEqual([...own, ...named(tools)])
  expect(composeEnvironment(environment, 'setup')).toEqual([...own, ...named(tools), ...named(more)])
})

test('a flood of CR takes no longer than other output', () => {
  expect(keep('\r'.repeat(600_000), 300_000, 300_000)).toBe('')
  expect(keep(`${'\r'.repeat(600_000)}\nx`, 300_001, 300_001)).toBe('\nx')
})

import { expect, test } from 'vitest'
import { openConfidentiality } from '../../../src/action/confidential/confidentiality.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'
import { openAgentHost } from '../../../src/action/stages/open-agent-host.ts'

const SECRET = 'tZ4q9Lw2VbN7xR1mK8cJ5hG0'

function report(error: unknown) {
  const lines: string[] = []
  const log = {
    ...{ info: (text: string) => void lines.push(text), notice() {}, warning() {}, failure() {} },
    group: <T>(_: string, work: () => Promise<T>) => work(),
  }
  const host = openAgentHost(
    {
      controlPlane: { report() {}, takeMessages: () => [] },
      confidentiality: openConfidentiality({ showPrompt: true, prompts: [], earlier: [] }),
      secrets: openSecrets([SECRET], () => {}),
      ...{ log, signal: new AbortController().signal, now: Date.now },
    },
    null,
  )
  return { told: host.reportException(error), log: lines.join('\n') }
}

/** Messages of Node 24, git 2.47 and Python, with paths of a runner in them. */
test.each([
  [
    "ENOENT: no such file or directory, open '/home/runner/work/my repo/x.txt'",
    "ENOENT: no such file or directory, open '[path]'",
  ],
  [
    "EXDEV: cross-device link not permitted, rename '/a/b' -> '/c/d'",
    "EXDEV: cross-device link not permitted, rename '[path]' -> '[path]'",
  ],
  [
    "fatal: Unable to create '/home/runner/work/_temp/prentice-git/index.lock': File exists.",
    "fatal: Unable to create '[path]': File exists.",
  ],
  ['spawn /usr/bin/git ENOENT', 'spawn [path] ENOENT'],
  [
    'Cannot find module file:///home/runner/_actions/x/dist/1.js imported (/opt/x.js:7:1)',
    'Cannot find module [path] imported ([path])',
  ],
  [String.raw`cannot open D:\a\_temp\x`, 'cannot open [path]'],
  [
    "The argument 'args[7]' must be a string without null bytes. Received 'a\\x00b'",
    "The argument 'args[7]' must be a string without null bytes. Received 'a\\x00b'",
  ],
  ['src/main.ts has no line 7', 'src/main.ts has no line 7'],
  [`refused ${SECRET}`, 'refused ***'],
])('of "%s", the model reads "%s"', (message, told) => {
  expect(report(new Error(message)).told).toBe(told)
})

test('the log gets the stack, without secrets', () => {
  const { log } = report(new TypeError(`no ${SECRET}`))
  expect(log).toMatch(/^TypeError: no \*\*\*\n +at .*exception-is-told-without-secrets/)
})

test.each([['x'.repeat(1_000_000)], ["'/".repeat(500_000)], ['/'.repeat(1_000_000)]])(
  'a long message is cut',
  (message) => {
    const { told, log } = report(new Error(message))
    expect(told.length).toBeLessThanOrEqual(300)
    expect(log.length).toBeLessThan(9000)
  },
)

test.each([[null], [undefined], [7], ['text'], [Symbol('s')], [{ a: 1 }]])('%o may be thrown', (thrown) => {
  expect(report(thrown).told).toBe(String(thrown))
})

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, describe, expect, test } from 'vitest'
import { openTranscript } from '../../../src/action/output/transcript.ts'
import { call, finish, runScript, say } from '../../support/action/scripted-run.ts'
import { drawFrom } from '../../support/action/well-known-keys.ts'
import { type Command, runCommand } from '../../support/processes/command.ts'
import { testRandom } from '../../support/random.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { play } from './play.ts'
import { fromSteps, openPathCheck, Recording, readTranscript } from './recording.ts'

const commands: Command[] = []
afterEach(async () => {
  for (const command of commands.splice(0)) await command.remove()
})

async function replay(...args: string[]) {
  const command = await runCommand('test/action/replay/add-case.ts', args)
  commands.push(command)
  return command.ended
}

/** The transcript of a real run of the agent, as the action writes it. */
async function transcriptOf(folder: string): Promise<string> {
  const { transcript, outcome } = await runScript({
    turns: [
      call(['read', { path: 'hello.txt' }]),
      say('I have read it.'),
      call(['edit', { path: 'hello.txt', old: 'hello', new: 'hello world' }]),
      finish(),
    ],
  })
  const path = join(folder, 'run_1_Ab.transcript.jsonl')
  const file = openTranscript({
    path,
    redact: (text) => text,
    isConfidential: false,
    now: Date.now,
    warn: fail,
  })
  const model = 'anthropic/claude-sonnet-4-5'
  file?.record({ type: 'began', run: 'run_1_Ab', model, repository: 'acme/secret-plans' })
  for (const line of transcript) file?.record(line)
  file?.record({ type: 'ended', reason: outcome.reason?.code ?? null })
  file?.close()
  return path
}

const fail = (text: string): never => {
  throw new Error(text)
}

test('one command makes a case of a transcript, which replays', async () => {
  const folder = temporaryFolder()
  const path = await transcriptOf(folder)
  const made = await replay(path, '--folder', folder)
  expect(made).toMatchObject({ code: 0, stderr: '' })
  expect(made.stdout).toContain('run-1-ab.json: 4 answers of anthropic/claude-sonnet-4-5')
  expect(made.stdout).toContain('read it before you commit it')

  const text = readFileSync(join(folder, 'run-1-ab.json'), 'utf8')
  for (const name of ['secret-plans', 'run_1_Ab', 'costUsd', '2026-']) expect(text).not.toContain(name)
  const recording = Recording.parse(JSON.parse(text))
  const { answers, sent, faults } = await play(recording, recording.streams)
  expect(answers.flatMap(({ calls }) => calls.map(({ tool }) => tool))).toEqual(['read', 'edit', 'finish'])
  expect(sent).toEqual(fromSteps(recording.sent))
  expect(faults).toEqual([])

  const again = await replay(path, '--folder', folder)
  expect(again).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('exists already: use another --name'),
  })
})

test('a refused transcript is named with its line, and leaves no case', async () => {
  const folder = temporaryFolder()
  const path = await transcriptOf(folder)
  writeFileSync(path, readFileSync(path, 'utf8').replaceAll('"hello.txt"', '"/home/runner/hello.txt"'))
  const refused = await replay(path, '--folder', folder, '--name', 'a-case')
  expect(refused).toMatchObject({ code: 1, stdout: '' })
  expect(refused.stderr).toMatch(
    /transcript\.jsonl, line 3: The path "\/home\/runner\/hello\.txt" is absolute/,
  )
  expect(existsSync(join(folder, 'a-case.json'))).toBe(false)
})

test.each([
  { path: '../up' },
  { from: 'a', to: '/b' },
  { patch: '*** Add File: ../up\n+x' },
  { command: 'make', keep: ['out/**', '../up/*'] },
  { pattern: 'x', glob: '/home/runner/*.ts' },
])('a call with %j leads out of the repository', (input) => {
  const check = openPathCheck()
  expect(() => check({ input }, 7)).toThrow(/^line 7: The path .* (?:is absolute|holds "\.\.")/)
})

test('--update writes what is sent now, and only that', async () => {
  const folder = temporaryFolder()
  await replay(await transcriptOf(temporaryFolder()), '--folder', folder)
  const file = join(folder, 'run-1-ab.json')
  const before = readFileSync(file, 'utf8')
  expect(await replay('--update', '--folder', folder)).toMatchObject({ code: 0, stdout: '' })
  const { sent, ...rest } = JSON.parse(before)
  writeFileSync(file, JSON.stringify({ ...rest, sent: sent.slice(0, 1) }))
  expect((await replay('--update', '--folder', folder)).stdout).toBe(`${file} has changed\n`)
  expect(readFileSync(file, 'utf8')).toBe(before)

  writeFileSync(file, before.replaceAll('I have read it.', 'I have not.'))
  const other = JSON.parse(readFileSync(file, 'utf8'))
  writeFileSync(file, JSON.stringify({ ...other, streams: rest.streams }))
  const refused = await replay('--update', '--folder', folder)
  expect(refused).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('answer 2 is read in another way'),
  })
})

test('wrong arguments are named with the usage', async () => {
  for (const args of [[], ['a', 'b'], ['a', '--update'], ['--frob']]) {
    const { code, stderr } = await replay(...args)
    expect({ code, usage: /usage: npm run replay -- TRANSCRIPT/.test(stderr) }).toEqual({
      code: 2,
      usage: true,
    })
  }
})

test.each(['Upper', '../up', 'con', 'a b', '-x', 'x'.repeat(61)])('%s names no case', async (name) => {
  const folder = temporaryFolder()
  const path = await transcriptOf(folder)
  expect(await replay(path, '--folder', folder, `--name=${name}`)).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('cannot name a case'),
  })
})

const USAGE = { inputTokens: 10, cachedInputTokens: 0, outputTokens: 5 }
const began = { type: 'began', run: 'r', model: 'openai/gpt-4.1', repository: 'a/b' }
const said = { type: 'said', text: 'Hello.' }
const ended = { type: 'ended', reason: null }
const answered = (...paths: string[]) => ({
  ...{ type: 'answered', text: '', cut: false, usage: USAGE },
  calls: paths.map((path, index) => ({ id: `c${index}`, tool: 'read', input: { path } })),
})
const results = (count: number) => ({
  type: 'results',
  results: Array.from({ length: count }, (_, index) => ({
    id: `c${index}`,
    tool: 'read',
    ok: true,
    text: 'x',
  })),
})
const whole = [began, said, answered('a.txt'), results(1), answered(), ended]
const read = (lines: readonly unknown[]) =>
  readTranscript(lines.map((line) => (typeof line === 'string' ? line : JSON.stringify(line))).join('\n'))

describe('a transcript is refused', () => {
  test.each<[string, readonly unknown[], RegExp]>([
    ['empty', [''], /^line 1: it is no JSON/],
    ['without a beginning', whole.slice(1), /^line 1: it does not begin as the transcript/],
    ['of no model', [{ ...began, model: 'gpt' }, ...whole.slice(1)], /^line 1: it does not begin/],
    ['without an end', whole.slice(0, -1), /^line 5: the run has not ended/],
    ['without an answer', [began, said, ended], /^line 3: the model gave no answer/],
    ['with half a line', [...whole.slice(0, 3), '{"type":"resu', ended], /^line 4: it is no JSON/],
    ['with an unknown line', [began, { type: 'dreamt' }, ended], /^line 2: .*Invalid/],
    ['with a text that is a number', [began, { type: 'said', text: 7 }, ended], /^line 2: .*expected string/],
    ['of a confidential run', [began, { type: 'said', characters: 7 }, ended], /^line 2: .*confidential/],
    [
      'with an absolute path',
      [began, said, answered('/etc/passwd'), results(1), ended],
      /^line 3: .*is absolute/,
    ],
    ['with a path of Windows', [began, answered('C:\\x'), results(1), ended], /^line 2: .*is absolute/],
    [
      'with a path that leads out',
      [began, answered('a', 'b/../../c'), results(2), ended],
      /^line 2: .*"\.\."/,
    ],
    ['with a path into git', [began, answered('.GIT/config'), results(1), ended], /^line 2: .*git directory/],
    [
      'with twins in two answers',
      [began, answered('Docs/a.md'), results(1), answered('docs/b.md'), results(1), ended],
      /^line 4: .*differ only in letter case/,
    ],
    ['with composed twins', [began, answered('é', 'e\u0301'), results(2), ended], /^line 2: .*composed/],
    ['with a reserved name', [began, answered('aux.ts'), results(1), ended], /^line 2: .*reserves the name/],
    ['with a missing result', [began, answered('a', 'b'), results(1), ended], /^line 3: .*one for each/],
    [
      'that finished without saying so',
      [began, answered('a.txt'), results(1), ended],
      /^line 4: .*neither finish nor ask/,
    ],
    ['with results of no call', [began, said, results(1), answered(), ended], /^line 3: .*one for each/],
    [
      'with calls without results',
      [began, answered('a'), answered('b'), ended],
      /^line 3: .*have no results/,
    ],
    [
      'with an answer that was cut in a call',
      [began, { ...answered('a'), cut: true }, results(1), ended],
      /^line 2: the output limit/,
    ],
    [
      'with a summary',
      [began, answered(), { type: 'compacted', summary: 's' }, ended],
      /^line 3: .*summarized/,
    ],
    ['with another model', [began, { type: 'fallback' }, answered(), ended], /^line 2: another model/],
    [
      'with a failure in the middle',
      [began, { type: 'failed' }, answered(), ended],
      /^line 2: a request failed/,
    ],
    ['of two runs', [...whole, ...whole], /^line 6: a second line of the type ended/],
  ])('%s', (_, lines, message) => {
    expect(() => read(lines)).toThrow(message)
  })
})

test('interrupted answers and a failure at the end are left out', () => {
  const failed = { type: 'failed', reason: { code: 'model-failed', message: 'm' } }
  const lines = [
    began,
    said,
    { type: 'broken-off', usage: USAGE },
    answered(),
    failed,
    { ...ended, reason: 'model-failed' },
  ]
  expect(read(lines)).toMatchObject({ end: 'model-failed', lines: [said, { type: 'answered' }] })
})

test('line ends of Windows and a mark of the byte order are no part of a transcript', () => {
  const text = whole.map((line) => JSON.stringify(line)).join('\r\n')
  expect(readTranscript(`\ufeff${text}\r\n\r\n`)).toEqual(read(whole))
})

test('well-known kinds of secrets are replaced, also in names of fields', () => {
  const token = `ghp_${drawFrom(testRandom())(36)}`
  const input = { path: 'a.txt', [token]: [{ deep: token }] }
  const line = { ...answered(), calls: [{ id: 'c0', tool: 'read', input }] }
  const text = JSON.stringify(read([began, { ...said, text: token }, line, results(1), answered(), ended]))
  expect(text).not.toContain(token)
  expect(text).toContain('***')
})

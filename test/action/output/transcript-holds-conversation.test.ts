import { readFileSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import type { TranscriptLine } from '../../../src/action/models/conversation/conversation.ts'
import { openTranscript } from '../../../src/action/output/transcript.ts'
import { openSecrets } from '../../../src/action/secrets/secrets.ts'

const SECRET = 'sk-"quoted"\nkey-0123456789'
const usage = { steps: 1, inputTokens: 10, cachedInputTokens: 0, outputTokens: 5, costUsd: 0.1 }
const LINES: readonly TranscriptLine[] = [
  { type: 'said', text: `The prompt. ${SECRET}` },
  {
    type: 'answered',
    text: 'I look.',
    calls: [{ id: 'c1', tool: 'read', input: { path: 'a.md', [SECRET]: SECRET } }],
    cut: false,
    usage,
  },
  { type: 'results', results: [{ id: 'c1', tool: 'read', ok: true, text: 'a file' }] },
  { type: 'compacted', summary: 'notes' },
  { type: 'failed', reason: { code: 'model-refused', message: 'The prompt.' } },
]

async function written(isConfidential: boolean) {
  const path = join(await mkdtemp(join(tmpdir(), 'transcript-')), 'run.jsonl')
  writeFileSync(path, 'of an earlier run', { mode: 0o666 })
  const warnings: string[] = []
  const transcript = openTranscript({
    path,
    redact: openSecrets([SECRET], () => {}).redact,
    isConfidential,
    now: () => 0,
    warn: (text) => warnings.push(text),
  })
  for (const line of LINES) transcript?.record(line)
  const text = readFileSync(path, 'utf8')
  transcript?.close()
  transcript?.record({ type: 'said', text: 'too late' })
  expect(readFileSync(path, 'utf8')).toBe(text)
  return {
    text,
    lines: text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line)),
    path,
    warnings,
  }
}

test('each entry is written immediately as a line of JSON, without secrets, readable by its owner only', async () => {
  const { text, lines, path, warnings } = await written(false)
  expect(lines).toHaveLength(LINES.length)
  expect(lines[0]).toEqual({ at: '1970-01-01T00:00:00.000Z', type: 'said', text: 'The prompt. ***' })
  expect(lines[1]).toMatchObject({ calls: [{ id: 'c1', tool: 'read', input: { path: 'a.md' } }], usage })
  expect(text).not.toContain('0123456789')
  expect(statSync(path).mode & 0o777).toBe(0o600)
  expect(warnings).toEqual([])
})

test('the transcript of a confidential run holds actions and costs, and no text', async () => {
  const { text, lines } = await written(true)
  expect(lines[0]).toMatchObject({ type: 'said', characters: 12 + SECRET.length })
  expect(lines[1]).toMatchObject({ type: 'answered', calls: 1, usage })
  for (const word of ['prompt', 'I look', 'read', 'a.md', 'a file', 'notes']) expect(text).not.toContain(word)
})

test('a missing folder gives a warning, and the work continues', () => {
  const warnings: string[] = []
  const transcript = openTranscript({
    path: join(tmpdir(), 'no-such-folder', 'run.jsonl'),
    redact: (text) => text,
    isConfidential: false,
    now: () => 0,
    warn: (text) => warnings.push(text),
  })
  expect(transcript).toBeNull()
  expect(warnings[0]).toContain('The transcript cannot be written')
})

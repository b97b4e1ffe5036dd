import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import type { RunOutcome } from '../../../src/action/outcome/outcome.ts'
import { renderStepSummary } from '../../../src/action/output/step-summary.ts'
import { openTranscript } from '../../../src/action/output/transcript.ts'

const usage = { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1, costUsd: 0 }
const END: RunOutcome = {
  ending: { outcome: 'cancelled', reason: { code: 'cancelled', message: 'stopped' } },
  summary: null,
  usage: null,
  files: [],
  perStep: [],
  checks: null,
  patchPath: null,
  transcriptPath: null,
  patchDescription: null,
  notices: [],
}
const render = (end: Partial<RunOutcome>) => renderStepSummary({ end: { ...END, ...end }, prompts: [] })

test('50 files are listed, of 51 the last one is counted', () => {
  const files = Array.from({ length: 51 }, (_, at) => `file${at}.txt`)
  expect(render({ files: files.slice(0, 50) })).toMatch(/file49\.txt<\/code>\n$/)
  expect(render({ files })).toMatch(/file49\.txt<\/code>\n- and 1 more\n$/)
})

test('200 steps are listed, of 201 the last one is counted', () => {
  const perStep = Array.from({ length: 201 }, (_, at) => ({ ...usage, step: at + 1 }))
  expect(render({ perStep: perStep.slice(0, 200) })).toMatch(/\| 200 \|[^\n]*\n\n<\/details>\n$/)
  expect(render({ perStep })).toMatch(/\| 200 \|[^\n]*\n\nand 1 more\n\n<\/details>\n$/)
})

test('4,000 characters of a text are shown, of 4,001 the last one is left out', () => {
  const text = 'x'.repeat(4000)
  expect(render({ notices: [text] })).toContain(`<pre>${text}</pre>`)
  expect(render({ notices: [`${text}y`] })).toContain(`<pre>${text}…</pre>`)
})

test('40 lines and 2,000 characters of the output of a failed check are shown', () => {
  const showing = (output: string) => {
    const result = { name: 'Tests', passed: false, detail: 'exit code 1', seconds: 1, output }
    return render({ checks: { kind: 'ran', results: [result] } })
  }
  const lines = Array.from({ length: 41 }, (_, at) => `line${at}`)
  expect(showing(lines.slice(1).join('\n'))).toContain(`<pre>Tests\n\n${lines.slice(1).join('\n')}</pre>`)
  expect(showing(lines.join('\n'))).toContain(`<pre>Tests\n\n${lines.slice(1).join('\n')}</pre>`)
  const text = 'x'.repeat(2000)
  expect(showing(`y${text}`)).toContain(`<pre>Tests\n\n${text}</pre>`)
})

test('a transcript holds 50 MiB, and no line that exceeds them', () => {
  const folder = mkdtempSync(join(tmpdir(), 'prentice-transcript-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, 'run.jsonl')
  const redact = (text: string) => text
  const writeOne = (text: string): number => {
    const transcript = openTranscript({ path, redact, isConfidential: false, now: () => 0, warn: () => {} })
    transcript?.record({ type: 'said', text })
    transcript?.close()
    return readFileSync(path).length
  }
  const most = 50 * 1024 * 1024
  const room = most - writeOne('')
  expect(writeOne('x'.repeat(room))).toBe(most)
  expect(writeOne('x'.repeat(room + 1))).toBe(0)
})

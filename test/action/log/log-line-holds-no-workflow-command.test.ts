import fc from 'fast-check'
import { expect, test } from 'vitest'
import { logLine } from '../../../src/action/log/log.ts'
import { assertProperty } from '../../support/random.ts'

test.each([
  ['::add-mask::e', ': :add-mask::e'],
  ['  \t::error::x', ': :error::x'],
  ['ok\n::set-output name=a::b', 'ok ::set-output name=a::b'],
  ['a ##[command]x', 'a # #[command]x'],
  ['\u001b[31mred', '[31mred'],
  ['a\u2028::error::x', 'a ::error::x'],
  ['std::vector', 'std::vector'],
])('%j becomes %j', (text, line) => {
  expect(logLine(text)).toBe(line)
})

test('whatever goes in, the runner sees no command', () => {
  const mark = fc.constantFrom('::', ':', '#', '##[', '[', ' ', '\n', '\r', '\u00a0', '\ufeff', '\u0085', 'x')
  assertProperty(
    fc.property(fc.array(mark), (marks) => {
      const line = logLine(marks.join(''))
      expect(line).not.toMatch(/[\n\r]/)
      expect(line.trimStart().startsWith('::')).toBe(false)
      expect(line).not.toContain('##[')
    }),
  )
})

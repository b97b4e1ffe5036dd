import { describe, expect, it } from 'vitest'
import { applyHunks } from '../../../../src/action/workspace/patch/apply-hunks.ts'
import { parseV4a } from '../../../../src/action/workspace/patch/parse-v4a.ts'
import { openTree } from '../../../support/action/open-tree.ts'

function apply(text: string, lines: readonly string[], options = {}) {
  const parsed = parseV4a(['*** Update File: a', ...lines].join('\n'))
  const [section] = parsed.ok ? parsed.sections : []
  if (section?.kind !== 'update') throw new Error('not an update')
  const applied = applyHunks(text, section.hunks, options)
  return applied.ok ? applied.text : applied.problem
}

const CODE = [
  'class A:',
  '    def run(self):',
  '        return 1',
  '    def stop(self):',
  '        return 1',
  'class B:',
  '    def run(self):',
  '        return 1',
  '',
].join('\n')
const changed = (line: number) =>
  CODE.split('\n')
    .map((text, index) => (index === line - 1 ? '        return 2' : text))
    .join('\n')
const HUNK = ['-        return 1', '+        return 2']

describe('a hunk that fits in several places', () => {
  it('is refused, with the lines', () => {
    expect(apply(CODE, ['@@', ...HUNK])).toMatch(
      /hunk 1 .*occur 3 times, at lines 3, 5, 8: add lines of context/,
    )
  })

  it.each([
    ['one header', ['@@ class B:'], 8],
    ['a header within a header', ['@@ class A:', '@@ def stop(self):'], 5],
    ['the beginning of a line', ['@@ class B'], 8],
    ['a part of a line', ['@@ stop'], 5],
    ['a header in a unified diff', ['@@ -7,1 +7,1 @@ class B:'], 8],
  ])('belongs to %s', (_, headers, line) => {
    expect(apply(CODE, [...headers, ...HUNK])).toBe(changed(line))
  })

  it('is refused where a header opens several of them', () => {
    expect(apply(CODE, ['@@ class A:', ...HUNK])).toMatch(/occur 2 times, at lines 3, 5/)
    expect(apply(CODE, ['@@ def run(self):', ...HUNK])).toMatch(/occur 2 times, at lines 3, 8/)
  })

  it('is not placed below a line that only begins like its header', () => {
    const text = 'def run_all():\n  return 1\n\ndef outrun():\n  return 2\n'
    for (const header of ['def run', 'run', 'run_al'])
      expect(apply(text, [`@@ ${header}`, '-  return 1', '+  return 3'])).toMatch(
        /which does not occur in the file: correct the header/,
      )
    expect(apply(text, ['@@ def run_all', '-  return 1', '+  return 3'])).toContain('return 3')
    expect(apply(text, ['@@ outrun', '-  return 2', '+  return 3'])).toContain('return 3')
  })

  it('belongs to a header that git has truncated within a word', () => {
    const name = `def ${'long_'.repeat(9)}name`
    const text = `${name}():\n  return 1\n\ndef b():\n  return 1\n`
    const hunk = (length: number) => [
      `@@ -1,2 +1,2 @@ ${name.slice(0, length)}`,
      '-  return 1',
      '+  return 2',
    ]
    expect(apply(text, hunk(40))).toBe(`${name}():\n  return 2\n\ndef b():\n  return 1\n`)
    expect(apply(text, hunk(39))).toMatch(/which does not occur in the file/)
  })

  it('belongs where its header says, even if it matches exactly elsewhere', () => {
    const text = 'def a():\n  return 1\n\ndef b():\n\treturn 1\n'
    const hunk = ['@@ def b():', '-  return 1', '+  return 2']
    expect(apply(text, hunk)).toBe('def a():\n  return 1\n\ndef b():\n\treturn 2\n')
    expect(apply(text, hunk, { exactOnly: true })).toMatch(
      /occur only above its header `def b\(\):`, at line 2/,
    )
  })

  it.each([
    ['a brace on a separate line', 'void a()\n{\n  go();\n}\n\nvoid b()\n{\n  go();\n}\n', 'void a()'],
    ['parameters on separate lines', 'def a(\n  x,\n) -> None:\n  go();\n\ndef b():\n  go();\n', 'def a('],
  ])('belongs below a header with %s', (_, text, header) => {
    expect(apply(text, [`@@ ${header}`, '-  go();', '+  stop();'])).toBe(text.replace('go', 'stop'))
  })

  it('belongs under a heading of Markdown', () => {
    const page = '# One\n\n- item\n\n## Deeper\n\ntext\n\n# Two\n\n- item\n'
    expect(apply(page, ['@@ # Two', '-- item', '+- other'])).toBe(page.replace(/item\n$/, 'other\n'))
    expect(apply(page, ['@@ # One', '-- item', '+- other'])).toBe(page.replace('item', 'other'))
  })

  it('comes after the hunk before it', () => {
    const text = 'x\nmark\nx\n'
    expect(apply(text, ['@@', '-mark', '+MARK', '@@', '-x', '+y'])).toBe('x\nMARK\ny\n')
  })

  it('is tied to the end', () => {
    expect(apply('x\ny\nx\n', ['@@', '-x', '+z', '*** End of File'])).toBe('x\ny\nz\n')
    expect(apply('x\ny\nx', ['@@', '-x', '+z', '*** End of File'])).toBe('x\ny\nz')
  })
})

describe('a hunk that fits nowhere', () => {
  it('is refused with the nearest text', () => {
    expect(apply('one\ntwo\nthree\n', ['@@', ' one', '-zwei', '+2', ' three'])).toBe(
      'the lines of hunk 1 ("one" …) do not occur in the file. The nearest text is at lines 1 to 3; it differs first in line 2: "two", where `old` has "zwei".',
    )
  })

  it('is not put at the end for the sake of an empty line of context', () => {
    expect(apply('one\ntwo\n', ['@@', ' ', '+three'])).toMatch(/do not occur/)
    expect(apply('one\ntwo\n', ['@@', ' ', ' two', '+three', ' '])).toBe('one\ntwo\nthree\n')
  })

  it('is refused below a header without any context', () => {
    expect(apply('one\ntwo\n', ['@@ one', '+half'])).toMatch(/have no line of context/)
  })

  it('is refused if it overlaps another hunk', () => {
    expect(apply('a\nb\nc\n', ['@@', ' a', '-b', '+B', '@@', ' b', '-c', '+C'])).toMatch(
      /two hunks meet at line 2/,
    )
  })

  it('is not looked for beyond the same text in a file that nobody has read', () => {
    const lines = ['@@', '-two', '+2']
    expect(apply('one\n  two\n', lines, { exactOnly: true })).toMatch(/Read the file first/)
    expect(apply('one\n  two\n', lines)).toBe('one\n  2\n')
  })
})

describe('a header', () => {
  const METHODS =
    'class Other:\n    def run(self):\n        return 1\n\nclass Target:\n    def stop(self):\n        pass\n'

  it.each([
    ['is nowhere', METHODS, ['@@ class Missing:'], /below the header `class Missing:`, which does not occur/],
    [
      'is not inside of the header above it',
      METHODS,
      ['@@ class Target:', '@@ def run(self):'],
      /below the header `def run\(self\):`, which does not occur inside of `class Target:`/,
    ],
    [
      'is below the only match',
      METHODS,
      ['@@ class Target:'],
      /occur only above its header `class Target:`, at line 3/,
    ],
  ])('refuses the hunk where it %s', (_, text, headers, problem) => {
    expect(apply(text, [...headers, ...HUNK])).toMatch(problem)
  })

  it('does not make similar lines in its block win over equal ones behind it', () => {
    const text = (first: string, second: string) =>
      `class A:\n    def run(self):\n        counter = counter + ${first}\nclass B:\n    def run(self):\n        counter = counter + ${second}\n`
    const hunk = ['@@ class A:', '     def run(self):', '-        counter = counter + step', '+        pass']
    expect(apply(text('steps', 'step'), hunk)).toBe(
      text('steps', 'step').replace(/counter = counter \+ step\n/, 'pass\n'),
    )
    const alone = text('steps', 'step').replace(/class B:.*/s, '')
    expect(apply(alone, hunk)).toBe('class A:\n    def run(self):\n        pass\n')
  })

  it('is what git writes there, which may have another kind of quotes', () => {
    expect(
      apply('def a(x="1"):\n    return 1\n', ['@@ def a(x=“1”):', '-    return 1', '+    return 2']),
    ).toContain('return 2')
  })

  it('is reported with its lines if its block ends before the match', async () => {
    const text = 'def first():\n    pass\n\ndef second():\n    return 1\n'
    await using tree = await openTree({ 'a.py': text })
    await tree.workspace.read({ path: 'a.py' })
    const patch = [
      '*** Begin Patch',
      '*** Update File: a.py',
      '@@ def first():',
      '-    return 1',
      '+    return 2',
      '*** End Patch',
    ]
    expect(await tree.workspace.applyPatch({ patch: patch.join('\n') })).toEqual({
      ok: true,
      text: 'Updated a.py at line 5. Line 5 is outside of `def first():`: check that it is meant. It reads now:\n3\t\n4\tdef second():\n5\t    return 2\n6\t',
    })
  })
})

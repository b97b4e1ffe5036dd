import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { parseV4a } from '../../../../src/action/workspace/patch/parse-v4a.ts'
import { openTree } from '../../../support/action/open-tree.ts'

const patch = (...lines: string[]) => ['*** Begin Patch', ...lines, '*** End Patch'].join('\n')

/** Applies a patch to files that the model has read; `null`: the file is not there afterwards. */
async function applied(files: Record<string, string>, text: string) {
  await using tree = await openTree(files)
  for (const path of Object.keys(files)) await tree.workspace.read({ path })
  const attempt = await tree.workspace.applyPatch({ patch: text })
  const read = async (path: string) => readFile(join(tree.root, path), 'utf8').catch(() => null)
  const after: Record<string, string | null> = {}
  for (const path of new Set([...Object.keys(files), 'new.txt', 'deep/new.txt']))
    after[path] = await read(path)
  return { ...attempt, after }
}

describe('the format', () => {
  it('adds, updates, moves and deletes several files in one patch', async () => {
    const { ok, text, after } = await applied(
      { 'a.txt': 'one\ntwo\nthree\n', 'b.txt': 'b\n', 'c.txt': 'c\n' },
      patch(
        '*** Add File: new.txt',
        '+first',
        '+',
        '+ third',
        '*** Update File: a.txt',
        '@@',
        ' one',
        '-two',
        '+2',
        '*** Update File: b.txt',
        '*** Move to: deep/new.txt',
        '@@',
        '-b',
        '+B',
        '*** Delete File: c.txt',
      ),
    )
    expect(text).toBe(
      'Added new.txt.\nUpdated a.txt at line 1.\nUpdated b.txt and moved it to deep/new.txt at line 1.\nDeleted c.txt.',
    )
    expect({ ok, after }).toEqual({
      ok: true,
      after: {
        'a.txt': 'one\n2\nthree\n',
        'b.txt': null,
        'c.txt': null,
        'new.txt': 'first\n\n third\n',
        'deep/new.txt': 'B\n',
      },
    })
  })

  it.each([
    ['two hunks', 'l1\nl2\nl3\nl4\n', ['@@', '-l2', '+L2', '@@', '-l4', '+L4'], 'l1\nL2\nl3\nL4\n'],
    [
      'hunks against their order',
      'l1\nl2\nl3\nl4\n',
      ['@@', '-l4', '+L4', '@@', '-l2', '+L2'],
      'l1\nL2\nl3\nL4\n',
    ],
    ['no @@ before the first hunk', 'a\nb\n', [' a', '-b', '+B'], 'a\nB\n'],
    ['an insertion between two lines', 'a\nz\n', ['@@', ' a', '+m', ' z'], 'a\nm\nz\n'],
    ['only lines to remove', 'a\nb\nc\n', ['@@', ' a', '-b', ' c'], 'a\nc\n'],
    ['all lines removed', 'a\nb\n', ['@@', '-a', '-b'], ''],
    ['the last line removed', 'a\nb\n', ['@@', ' a', '-b'], 'a\n'],
    ['the last line removed, which has no end', 'a\nb', ['@@', ' a', '-b'], 'a'],
    ['lines without context go to the end', 'a\nb\n', ['@@', '+c'], 'a\nb\nc\n'],
    ['so they do where the last line has no end', 'a\nb', ['@@', '+c'], 'a\nb\nc'],
    ['and into an empty file', '', ['@@', '+c', '+d'], 'c\nd\n'],
    ['no final line end is added', 'a\nb', ['@@', '-b', '+B', '+C'], 'a\nB\nC'],
    ['a context line that is empty', 'a\n\nb\n', ['@@', ' a', ' ', '-b', '+B'], 'a\n\nB\n'],
    ['one without its space', 'a\n\nb\n', ['@@', ' a', '', '-b', '+B'], 'a\n\nB\n'],
    ['a context line without its space', 'alpha\nbeta\n', ['@@', 'alpha', '-beta', '+B'], 'alpha\nB\n'],
    ['blank lines between hunks', 'a\nb\nc\n', ['', '@@', '-a', '+A', '', '@@', '-c', '+C', ''], 'A\nb\nC\n'],
    [
      'lines that look like markers',
      '+a\n-b\n@@ c\n*** d\n',
      ['@@', ' +a', '--b', '+-B', ' @@ c', ' *** d'],
      '+a\n-B\n@@ c\n*** d\n',
    ],
    ['dollars', 'cost $1 $&\n', ['@@', '-cost $1 $&', "+$$ $' $`"], "$$ $' $`\n"],
    ['the numbers of a unified diff', 'a\nb\n', ['@@ -1,2 +1,2 @@', ' a', '-b', '+B'], 'a\nB\n'],
    ['CRLF', 'a\r\nb\r\nc\r\n', ['@@', ' a', '-b', '+B', '+B2'], 'a\r\nB\r\nB2\r\nc\r\n'],
    ['mixed line ends', 'a\r\nb\nc\r\n', ['@@', ' a', '-b', '+B', ' c'], 'a\r\nB\nc\r\n'],
    ['a byte order mark', '\uFEFFa\nb\n', ['@@', '-a', '+A'], '\uFEFFA\nb\n'],
    [
      'white space and indentation that differ',
      '\tif a:  \n\t\tgo()\n',
      ['@@', '     if a:', '-        go()', '+        go(1)', '+        go(2)'],
      '\tif a:  \n\t\tgo(1)\n\t\tgo(2)\n',
    ],
    [
      'changes in several places, and one at the end',
      'a\nb\nc\nd\ne\nf\n',
      ['@@', ' a', '-b', '+B', '@@', ' c', ' d', '-e', '+E', '@@', ' f', '+g', '*** End of File'],
      'a\nB\nc\nd\nE\nf\ng\n',
    ],
    [
      'lines for the end before lines that go just above it',
      'a\nb\nc\n',
      ['@@', '+x', '+y', '@@', ' a', '-b', '-c', '+B'],
      'a\nB\nx\ny\n',
    ],
    ['the first line', 'a\nb\nc\n', ['@@', '-a', '+A', ' b'], 'A\nb\nc\n'],
    [
      'a header that is the line to change',
      'x\ndef a():\n  go\n',
      ['@@ def a():', '-def a():', '+def b():'],
      'x\ndef b():\n  go\n',
    ],
    [
      'an end that is not quite there',
      'a\nb\nc\n\n',
      ['@@', ' a', '-b', '+B', '*** End of File'],
      'a\nB\nc\n\n',
    ],
    ['a context line too many at the end', 'a\nb\n', ['@@', ' a', '-b', '+B', ' '], 'a\nB\n'],
    ['CR characters before line ends', 'a\r\r\nb\r\n', ['@@', '+c', '*** End of File'], 'a\r\r\nb\r\nc\r\n'],
    [
      'dashes that do not break',
      'import x # a – top\u2011level\n',
      ['@@', '-import x # a - top-level', '+import x'],
      'import x\n',
    ],
    ['punctuation that differs', '# it’s – so\nx\n', ['@@', " # it's - so", '-x', '+y'], '# it’s – so\ny\n'],
  ])('%s', async (_, before, hunks, result) => {
    const { text, after } = await applied({ 'a.txt': before }, patch('*** Update File: a.txt', ...hunks))
    expect({ text, after: after['a.txt'] }).toEqual({
      text: expect.stringMatching(/^Updated a\.txt/),
      after: result,
    })
  })

  it.each([
    ['no line', [], ''],
    ['lines without + that are empty', ['+a', '', '+b'], 'a\n\nb\n'],
    ['a mark of its end', ['+a', '*** End of File'], 'a\n'],
    ['lines like those of a patch', ['+*** Begin Patch', '+@@', '+-a'], '*** Begin Patch\n@@\n-a\n'],
  ])('adds a file of %s', async (_, lines, text) => {
    const { ok, after } = await applied({}, patch('*** Add File: new.txt', ...lines))
    expect({ ok, text: after['new.txt'] }).toEqual({ ok: true, text })
  })

  it('explains what was not found', async () => {
    const { text } = await applied(
      { 'a.txt': 'say("hi")\n' },
      patch('*** Update File: a.txt', '-say(\\"hi\\")', '+x'),
    )
    expect(text).toMatch(/escaped twice/)
  })

  it('moves a file without changing it', async () => {
    const { after } = await applied({ 'a.txt': 'a' }, patch('*** Update File: a.txt', '*** Move to: new.txt'))
    expect(after).toMatchObject({ 'a.txt': null, 'new.txt': 'a' })
  })

  it('updates one file in two sections, the second on the result of the first', async () => {
    const { after } = await applied(
      { 'a.txt': 'a\nb\n' },
      patch('*** Update File: a.txt', '-a', '+A', '*** Update File: a.txt', ' A', '-b', '+B'),
    )
    expect(after['a.txt']).toBe('A\nB\n')
  })
})

describe('variations that models write', () => {
  const body = ['*** Update File: a.txt', '@@', '-a', '+A']
  it.each([
    ['no first line', [...body, '*** End Patch']],
    ['no last line', ['*** Begin Patch', ...body]],
    ['neither', body],
    ['a code fence', ['```diff', '*** Begin Patch', ...body, '*** End Patch', '```']],
    ['a code fence and no last line', ['```', '*** Begin Patch', ...body, '```']],
    ['a here-document', ["apply_patch <<'EOF'", '*** Begin Patch', ...body, '*** End Patch', 'EOF']],
    ['a separate here-document', ['<<"PATCH"', '*** Begin Patch', ...body, 'PATCH']],
    ['blank lines around', ['', '', '*** Begin Patch', '', ...body, '', '*** End Patch', '', '']],
    [
      'padded markers',
      [' *** Begin Patch ', ' *** Update File: a.txt ', ...body.slice(1), ' *** End Patch '],
    ],
    ['other letter case', ['*** begin patch', '*** update file: a.txt', ...body.slice(1), '*** END PATCH']],
    ['CRLF in the patch', ['*** Begin Patch\r', ...body.map((line) => `${line}\r`), '*** End Patch\r']],
    ["git's prefixes", ['*** Begin Patch', '*** Update File: a/a.txt', ...body.slice(1), '*** End Patch']],
    ['two patches in one', [patch(...body), patch('*** Add File: new.txt', '+x')]],
    [
      'the names of a unified diff',
      patch(body[0] ?? '', '--- a/a.txt', '+++ b/a.txt', ...body.slice(1)).split('\n'),
    ],
    ['a note of a unified diff', patch(...body, '\\ No newline at end of file').split('\n')],
    [
      'a dot before the path',
      ['*** Begin Patch', '*** Update File: ./a.txt', ...body.slice(1), '*** End Patch'],
    ],
  ])('%s', async (_, lines) => {
    const { ok, after } = await applied({ 'a.txt': 'a\nb\n' }, lines.join('\n'))
    expect({ ok, text: after['a.txt'] }).toEqual({ ok: true, text: 'A\nb\n' })
  })

  it('keeps lines that look like the marks of a unified diff', async () => {
    const text = patch('*** Update File: a.txt', '@@', '--- a', '+++ b', '*** Add File: new.txt', '+--- a')
    expect((await applied({ 'a.txt': '-- a\n' }, text)).after).toEqual({
      ...{ 'a.txt': '++ b\n', 'new.txt': '--- a\n', 'deep/new.txt': null },
    })
  })

  it('takes a/ as a folder if there is one', async () => {
    const { after } = await applied(
      { 'a/a.txt': 'a\n', 'a.txt': 'a\n' },
      patch('*** Update File: a/a.txt', '-a', '+A'),
    )
    expect(after).toMatchObject({ 'a/a.txt': 'A\n', 'a.txt': 'a\n' })
  })
})

describe('what is no patch', () => {
  const problemOf = (...lines: string[]) => {
    const parsed = parseV4a(lines.join('\n'))
    return parsed.ok ? '' : parsed.problem
  }
  it.each([
    ['nothing', [''], /not a patch/],
    ['prose', ['Change a to b.'], /not a patch/],
    [
      'prose before it',
      ['Here you are:', '*** Begin Patch', '*** Delete File: a', '*** End Patch'],
      /begins with "Here you are:"/,
    ],
    ['a unified diff', ['--- a/x', '+++ b/x', '@@ -1 +1 @@', '-a', '+b'], /not a patch/],
    ['no section', ['*** Begin Patch', '*** End Patch'], /patch is empty/],
    ['an unknown header', ['*** Begin Patch', '*** Frob File: a', '*** End Patch'], /no header of a file/],
    [
      'a section without a path',
      ['*** Begin Patch', '*** Update File: ', '-a', '*** End Patch'],
      /names no file/,
    ],
    ['an update of nothing', ['*** Begin Patch', '*** Update File: a', '*** End Patch'], /changes nothing/],
    [
      'a hunk of context',
      ['*** Begin Patch', '*** Update File: a', '@@', ' a', ' b', '*** End Patch'],
      /only context/,
    ],
    [
      'an added line without +',
      ['*** Begin Patch', '*** Add File: a', '+a', 'b', '*** End Patch'],
      /begins with \+, but not "b"/,
    ],
    [
      'lines in a deletion',
      ['*** Begin Patch', '*** Delete File: a', '-a', '*** End Patch'],
      /nothing may follow/,
    ],
    [
      'a move to nowhere',
      ['*** Begin Patch', '*** Update File: a', '*** Move to: ', '*** End Patch'],
      /names no file/,
    ],
    [
      'another marker',
      ['*** Begin Patch', '*** Update File: a', '-a', '*** Rename', '*** End Patch'],
      /not understood/,
    ],
  ])('%s', (_, lines, why) => {
    expect(problemOf(...lines)).toMatch(why)
  })
})

import { describe, expect, it } from 'vitest'
import { findElision } from '../../../../src/action/workspace/edit/elision.ts'
import { openTree } from '../../../support/action/open-tree.ts'

describe('a line that stands for text left out', () => {
  it.each([
    '// ... rest unchanged ...',
    '// ... existing code ...',
    '# ... existing code ...',
    '  # ... rest of the file ...',
    '/* ... remaining methods ... */',
    '{/* ... rest of component ... */}',
    '<!-- ... rest of the page unchanged ... -->',
    '-- ... existing code ...',
    '; ... unchanged ...',
    '// … rest of the function …',
    '... (rest of the document unchanged)',
    '(rest of methods ...)',
    '[... rest of the content ...]',
    '... unchanged ...',
    '// rest of the code remains unchanged',
    '// The rest of the file stays the same',
    '# existing code here',
    '# existing methods here',
    '// remaining code unchanged',
    '// code omitted for brevity',
    '// ... other methods ...',
    '// ... same as before',
    '// ...previous implementation...',
    '# keep the rest of the config as is',
    '""" ... rest of the class ... """',
    '// ...rest of your imports',
  ])('%s', (line) => {
    expect(findElision(`a\n${line}\nb\n`, 'a\nb\n')).toBe(line.trim())
  })
})

describe('a line that does not', () => {
  it.each([
    '...',
    '// ...',
    'def f(): ...',
    'const { a, ...rest } = props',
    'return { ...existing, code }',
    'const text = "// ... rest of code ..."',
    'print("... rest unchanged ...")',
    'The rest of the file stays the same after this command.',
    '// the rest is history',
    '# Rest API',
    '// other people',
    '// existing code may call this twice, see below',
    '// remaining = total - used',
    '// Loading...',
    'Wait for the rest of the servers...',
    '# the rest of the options are documented in the manual',
    '- and so on',
    '// same as above but for tabs',
    'unchanged',
    '* ...args: the rest of the arguments',
  ])('%s', (line) => {
    expect(findElision(`a\n${line}\nb\n`, '')).toBeNull()
  })

  it('was there before, as often', () => {
    const line = '// ... rest unchanged ...'
    expect(findElision(`${line}\nnew\n`, `${line}\nold\n`)).toBeNull()
    expect(findElision(`${line}\n  ${line}\n`, `${line}\n`)).toBe(line)
  })

  it('is an example in fenced code', () => {
    expect(findElision('Text\n```js\n// ... existing code ...\n```\n', '')).toBeNull()
    expect(findElision('```js\na\n```\n// ... existing code ...\n', '')).not.toBeNull()
  })
})

it('no tool writes a line that stands for omitted text', async () => {
  const text = 'one\n// ... existing code ...\n'
  await using tree = await openTree({ 'a.js': 'one\ntwo\nthree\n' })
  const { workspace } = tree
  await workspace.read({ path: 'a.js' })
  for (const attempt of [
    await workspace.edit({ path: 'a.js', old: 'one', new: text }),
    await workspace.multiEdit({
      path: 'a.js',
      edits: [
        { old: 'one', new: 'uno' },
        { old: 'two', new: text },
      ],
    }),
    await workspace.write({ path: 'a.js', text }),
    await workspace.write({ path: 'b.js', text }),
    await workspace.applyPatch({
      patch: '*** Begin Patch\n*** Update File: a.js\n-one\n+// ... existing code ...\n*** End Patch',
    }),
    await workspace.applyPatch({
      patch: '*** Begin Patch\n*** Add File: b.js\n+// ... existing code ...\n*** End Patch',
    }),
  ]) {
    expect(attempt).toMatchObject({
      ok: false,
      text: expect.stringMatching(/stands for text that is left out/),
    })
  }
  expect((await workspace.read({ path: 'a.js' })).text).toContain('1\tone\n2\ttwo')
  expect(await workspace.read({ path: 'b.js' })).toMatchObject({ ok: false })
})

import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { openTree } from '../../../support/action/open-tree.ts'

const FILES = {
  'src/a.ts': 'const needle = 1\n',
  'src/deep/b.ts': 'a.b(c)\nNEEDLE\n',
  'src/[x]/c.ts': 'needle\r\n',
  'readme.md': 'none\n',
  'image.bin': Buffer.from('needle\0'),
  '.gitignore': 'ignored.txt\n',
}
const sorted = (text: string) => text.split('\n').toSorted()

describe('list', () => {
  it('shows tracked and new files, neither ignored nor deleted ones', async () => {
    await using tree = await openTree(FILES)
    await writeFile(join(tree.root, 'ignored.txt'), 'needle')
    await writeFile(join(tree.root, 'new.txt'), '')
    await rm(join(tree.root, 'readme.md'))
    expect(sorted((await tree.workspace.list({})).text)).toEqual(
      ['.gitignore', 'image.bin', 'new.txt', 'src/[x]/c.ts', 'src/a.ts', 'src/deep/b.ts'].toSorted(),
    )
  })

  it('narrows by folder and glob', async () => {
    await using tree = await openTree(FILES)
    const list = async (path: string | undefined, pattern?: string) =>
      (await tree.workspace.list({ ...(path && { path }), ...(pattern && { pattern }) })).text
    expect(await list('src/[x]')).toBe('src/[x]/c.ts')
    expect(await list('src/[x]', '*.ts')).toBe('src/[x]/c.ts')
    expect(await list(undefined, '*.md')).toBe('readme.md')
    expect(await list('src', '*.ts')).toContain('src/deep/b.ts')
    expect(await list(undefined, 'src/*.ts')).toBe('src/a.ts')
    expect(sorted(await list('src', '*.{ts,tsx}'))).toEqual(['src/[x]/c.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await list(undefined, '{src,lib}/{a,b}.ts')).toBe('src/a.ts')
    expect(await list(undefined, '{a,b}'.repeat(30))).toMatch(/No file matches/)
    expect(await list(undefined, '*.py')).toMatch(/No file matches/)
    await rm(join(tree.root, 'src/a.ts'))
    expect(await list(undefined, 'src/*.ts')).toMatch(/No file matches/)
    await writeFile(join(tree.root, 'src/a.ts'), '')
    expect(await list('missing')).toMatch(/does not exist/)
    expect(await list('*.md')).toBe('readme.md')
    expect(await list('src/*.ts')).toBe('src/a.ts')
    expect(sorted(await list('sr*'))).toEqual(['src/[x]/c.ts', 'src/a.ts', 'src/deep/b.ts'])
    expect(await list('s?c/d*', '*.{ts,js}')).toBe('src/deep/b.ts')
    expect(await list('../*.ts')).toMatch(/holds "\.\."/)
    expect(await list('.gi*')).toBe('.gitignore')
  })

  it('lists no deleted file, whatever became of its folder', async () => {
    const ten = (folder: string) =>
      Object.fromEntries(Array.from({ length: 10 }, (_, n) => [`${folder}/${n}.txt`, '']))
    await using tree = await openTree({ ...ten('kept'), ...ten('gone'), ...ten('file'), 'one/a.txt': '' })
    for (const path of ['gone', 'file', 'kept/3.txt', 'one/a.txt']) {
      await rm(join(tree.root, path), { recursive: true })
    }
    await writeFile(join(tree.root, 'file'), '')
    const left = [0, 1, 2, 4, 5, 6, 7, 8, 9].map((n) => `kept/${n}.txt`)
    expect(sorted((await tree.workspace.list({})).text)).toEqual(['file', ...left])
    expect((await tree.workspace.list({ path: 'one' })).text).toMatch(/No file matches/)
  })

  it('folds folders if there are too many files', async () => {
    const many = Object.fromEntries(Array.from({ length: 1001 }, (_, n) => [`many/${n}.txt`, '']))
    await using tree = await openTree({ ...many, 'one.txt': '' })
    const { text } = await tree.workspace.list({})
    expect(text).toContain('many/ (1001 files)\none.txt\n[1002 files')
    expect((await tree.workspace.list({ path: 'many' })).text).toContain('[1 more entries were left out')
  })
})

describe('search', () => {
  it('finds literal text and expressions in text files', async () => {
    await using tree = await openTree(FILES)
    const search = async (pattern: string, more: object = {}) =>
      (await tree.workspace.search({ pattern, ...more })).text
    expect(sorted(await search('needle'))).toEqual(['src/[x]/c.ts:1:needle', 'src/a.ts:1:const needle = 1'])
    expect(await search('needle', { path: 'src/[x]' })).toBe('src/[x]/c.ts:1:needle')
    expect(await search('a.b(c)')).toBe('src/deep/b.ts:1:a.b(c)')
    expect(await search('(?i)^needle$', { regex: true, path: 'src/deep' })).toBe('src/deep/b.ts:2:NEEDLE')
    expect(await search('--open-files-in-pager=x')).toBe('No match.')
  })

  it('searches in files that match a glob, and ignores case on request', async () => {
    await using tree = await openTree(FILES)
    await writeFile(join(tree.root, 'new.ts'), 'Needle\n')
    const search = async (more: object) =>
      sorted((await tree.workspace.search({ pattern: 'needle', ...more })).text)
    expect(await search({ glob: '*.ts', path: 'src/[x]' })).toEqual(['src/[x]/c.ts:1:needle'])
    expect(await search({ glob: 'src/*.ts' })).toEqual(['src/a.ts:1:const needle = 1'])
    expect(await search({ glob: '*.{md,txt}', ignoreCase: true })).toEqual(['No match.'])
    expect(await search({ path: '*.ts' })).toEqual(await search({ glob: '*.ts' }))
    expect(await search({ path: 'src/*/b.ts', ignoreCase: true })).toEqual(['src/deep/b.ts:2:NEEDLE'])
    expect(await search({ pattern: '^needle$', ignoreCase: true, regex: true, glob: '*.ts' })).toEqual([
      'new.ts:1:Needle',
      'src/[x]/c.ts:1:needle',
      'src/deep/b.ts:2:NEEDLE',
    ])
    // No letter of it is magic to git.
    expect(await search({ glob: ':(exclude)*.ts' })).toEqual(['No match.'])
    expect(await search({ glob: '!*.md' })).toEqual(['No match.'])
  })

  it('shows the part of a very long line around the match', async () => {
    const text = `${'é'.repeat(5000)}needle${'z'.repeat(5000)}\n`
    await using tree = await openTree({ 'a.min.js': text, 'b.min.js': `needle${'z'.repeat(5000)}` })
    const found = (await tree.workspace.search({ pattern: 'needle' })).text.split('\n').toSorted()
    expect(found[0]).toMatch(/^a\.min\.js:1:\[from column 4901\] …é{100}needlez{194}…$/)
    expect(found[1]).toMatch(/^b\.min\.js:1:needlez{294}…$/)
    const at = await tree.workspace.read({ path: 'a.min.js', column: 4901 })
    expect(at.text).toMatch(/^1\té{100}needle/)
  })

  it('says what is wrong with a pattern', async () => {
    await using tree = await openTree(FILES)
    expect(await tree.workspace.search({ pattern: '(', regex: true })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/The search failed/),
    })
    expect(await tree.workspace.search({ pattern: 'a\nb' })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/line by line/),
    })
  })

  it('ends an expression that takes too long', async () => {
    const cut = { code: 137, stdout: '', stderr: '', cut: true }
    await using tree = await openTree(FILES, { git: async () => cut })
    expect(await tree.workspace.search({ pattern: '(a+)+b', regex: true })).toMatchObject({
      ok: false,
      text: expect.stringMatching(/took too long/),
    })
  })
})

describe('read', () => {
  it('numbers lines and names what is invisible', async () => {
    await using tree = await openTree({ 'w.txt': '\uFEFFa\r\nb\r\n', 'end.txt': 'a\nb', 'empty.txt': '' })
    expect((await tree.workspace.read({ path: 'w.txt' })).text).toBe(
      '1\ta\n2\tb\n[The lines end with CRLF; edit keeps that.]\n[The file starts with a byte order mark; edit keeps it.]',
    )
    expect((await tree.workspace.read({ path: 'end.txt' })).text).toContain('no line end')
    expect((await tree.workspace.read({ path: 'empty.txt' })).text).toBe('empty.txt is empty.')
    await writeFile(join(tree.root, 'old.txt'), 'a\rb\n')
    expect((await tree.workspace.read({ path: 'old.txt' })).text).toContain('CR characters that end no line')
    expect((await tree.workspace.read({ path: 'end.txt', from: 9 })).text).toBe('end.txt has only 2 lines.')
  })

  it('shows a long file part by part', async () => {
    const lines = Array.from({ length: 5000 }, (_, n) => `line ${n + 1}`)
    await using tree = await openTree({ 'long.txt': `${lines.join('\n')}\n`, 'wide.txt': 'w'.repeat(9000) })
    const { text } = await tree.workspace.read({ path: 'long.txt' })
    const next = Number(/Read on with from: (\d+)/.exec(text)?.[1])
    expect(next).toBeGreaterThan(1000)
    const part = await tree.workspace.read({ path: 'long.txt', from: next, lines: 2 })
    expect(part.text.split('\n').slice(0, 2)).toEqual([
      `${next}\tline ${next}`,
      `${next + 1}\tline ${next + 1}`,
    ])
    expect((await tree.workspace.read({ path: 'wide.txt' })).text).toContain('7000 more characters')
  })

  it('shows the rest of a very long line on request, and then the lines after it', async () => {
    const wide = Array.from({ length: 9000 }, (_, n) => `${n};`).join('')
    await using tree = await openTree({ 'a.min.js': `${wide}\nend\n` })
    const read = async (more: object = {}) => (await tree.workspace.read({ path: 'a.min.js', ...more })).text
    let shown = await read()
    expect(shown.split('\n')[1]).toBe('2\tend')
    let text = ''
    for (let reads = 1; ; reads += 1) {
      const [line = ''] = shown.split('\n')
      const rest = /\[… \d+ more characters: read from: 1, column: (\d+)\]$/.exec(line)
      text += line.slice(2, rest?.index)
      if (rest === null) break
      expect(reads).toBeLessThan(4)
      shown = await read({ from: 1, column: Number(rest[1]) })
      expect(shown).toContain(`[Line 1 is shown from column ${rest[1]} on.]`)
    }
    expect(text).toBe(wide)
    expect(shown.split('\n')[1]).toBe('2\tend')
    expect(await read({ column: 99_999 })).toMatch(/^Line 1 of a\.min\.js has only \d+ characters\.$/)
  })

  it('cuts no character in two', async () => {
    await using tree = await openTree({ 'emoji.txt': `x${'😀'.repeat(1500)}` })
    const [line = ''] = (await tree.workspace.read({ path: 'emoji.txt' })).text.split('\n')
    expect(line).toBe(`1\tx${'😀'.repeat(999)}[… 1002 more characters: read from: 1, column: 2000]`)
    const next = (await tree.workspace.read({ path: 'emoji.txt', column: 2000 })).text
    expect(next.split('\n')[0]).toBe(`1\t${'😀'.repeat(501)}`)
  })

  it('shows a file that is to be read in full by pages, however long its lines are', async () => {
    await using tree = await openTree({})
    tree.workspace.provide('/prompts/1.txt', `${'a'.repeat(5000)}\n${'b'.repeat(60_000)}\nend`)
    const read = async (more: object = {}) =>
      (await tree.workspace.read({ path: '/prompts/1.txt', ...more })).text
    expect(await read()).toBe(
      `1\t${'a'.repeat(5000)}\n[Lines 1 to 1 of 3. Read on with from: 2.]\n[The last line has no line end.]`,
    )
    expect(await read({ from: 2 })).toContain('[Lines 2 to 2 of 3. Read on with from: 2, column: 28001.]')
    expect(await read({ from: 2, column: 56_001 })).toContain(`2\t${'b'.repeat(4000)}\n3\tend\n[Line 2`)
  })
})

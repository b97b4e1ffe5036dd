import { describe, expect, it } from 'vitest'
import { touchedPaths } from '../../../src/action/agent/format-tool-call.ts'
import { fitRoot, openInstructionFiles } from '../../../src/action/agent/prompt/instruction-files.ts'
import { call, finish, runScript } from '../../support/action/scripted-run.ts'

const file = (path: string, length = 10) => ({ path, text: path.padEnd(length, '.') })

describe('instruction files', () => {
  it('reach the model when a tool first touches their folder, nearest first and once', async () => {
    const { requests } = await runScript({
      files: { 'hello.txt': 'hello\n', 'a/b/c.txt': 'c\n', 'a/d.txt': 'd\n' },
      task: { instructions: [{ path: 'AGENTS.md', text: 'At the root.' }] },
      instructionsIn: {
        a: [{ path: 'a/AGENTS.md', text: 'In a.' }],
        'a/b': [{ path: 'a/b/AGENTS.md', text: 'In b.' }],
      },
      turns: [
        call(['read', { path: 'hello.txt' }]),
        call(['read', { path: 'a/b/c.txt' }]),
        call(['read', { path: 'a/d.txt' }]),
        finish(),
      ],
    })
    expect(requests[0]).toContain('<instructions-k3f9a2b1 path=\\"AGENTS.md\\">\\nAt the root.')
    expect(requests[1]).not.toContain('In a.')
    expect(requests[2]).toMatch(/In b\..*In a\./)
    expect(requests[3]?.match(/In a\./g)).toHaveLength(1)
  })

  it('are not shown after a call that failed', async () => {
    const { requests } = await runScript({
      instructionsIn: { a: [{ path: 'a/AGENTS.md', text: 'In a.' }] },
      turns: [call(['read', { path: 'a/none.txt' }]), finish()],
    })
    expect(requests[1]).not.toContain('In a.')
  })

  it('leave half of the room to folders, however many the root has', async () => {
    const asked: string[] = []
    const given = [file('AGENTS.md', 60_000), file('CLAUDE.md')]
    const root = fitRoot(given, 1)
    const { reach } = openInstructionFiles(given, async (folder) => {
      asked.push(folder)
      return [file(`${folder}/AGENTS.md`, 20_000)]
    })
    expect(root).toHaveLength(1)
    expect(root[0]?.text.length).toBeLessThan(24_100)
    expect(root[0]?.text).toContain('characters left out')
    const found = await reach(['a/b/c', '../x', '.git/config', ''])
    expect(asked).toEqual(['a/b/c', 'a/b', 'a'])
    expect(found.map(({ path, text }) => [path, text.length > 19_000])).toEqual([
      ['a/b/c/AGENTS.md', true],
      ['a/b/AGENTS.md', false],
    ])
    expect(await reach(['a/b/d'])).toEqual([])
  })
})

describe('the paths that a call names', () => {
  it.each([
    [{ path: 'a/b', text: 'path: x' }, ['a/b']],
    [{ from: 'a', to: 'b' }, ['a', 'b']],
    [{ path: 'a', from: 3 }, ['a']],
    [{ path: 'a', text: '*** Begin Patch\n*** Add File: b\n+x\n*** End Patch' }, ['a']],
    [
      {
        patch:
          '*** Begin Patch\n*** Update File: a b.ts\n*** Move to: c.ts\n@@\n*** Add File: d\n+x\n*** End Patch',
      },
      ['a b.ts', 'c.ts', 'd'],
    ],
    ['not an object', []],
    [null, []],
  ])('%j', (input, paths) => {
    expect(touchedPaths({ input })).toEqual(paths)
  })
})

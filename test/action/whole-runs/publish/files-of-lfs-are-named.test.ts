import { expect, test } from 'vitest'
import { finish } from '../../../support/whole-run/calls.ts'
import { openWorld } from '../../../support/whole-run/in-process-world.ts'

const ATTRIBUTES = '*.svg filter=lfs diff=lfs merge=lfs -text\nnot.svg -filter\n'
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${'a'.repeat(64)}\nsize 120000\n`

test('new files that belong in Git LFS are named in the pull request, with what to do; moved pointers are not', async () => {
  const { start, github } = await openWorld({
    calls: [
      { tool: 'write', input: { path: 'img/logo.svg', text: '<svg/>\n' } },
      { tool: 'write', input: { path: 'not.svg', text: '<svg/>\n' } },
      { tool: 'write', input: { path: 'logo.md', text: 'A logo\n' } },
      { tool: 'move', input: { from: 'old.svg', to: 'new.svg' } },
      finish(),
    ],
    files: { '.gitattributes': ATTRIBUTES, 'old.svg': POINTER, 'hello.txt': 'Hello!\n' },
  })
  const run = await start().ended
  expect([run.code, github.git('show', 'prentice/x1:img/logo.svg')]).toEqual([0, '<svg/>'])
  expect(github.git('show', 'prentice/x1:new.svg')).toContain('git-lfs')
  const body = String(github.pullRequests[0]?.body)
  const section = body.split('<!-- prentice:lfs -->')[1]?.split('<!-- /prentice:lfs -->')[0]
  expect(section).toContain('run `git add --renormalize .`')
  expect(section?.match(/^- .*$/gm)).toEqual(['- `img/logo.svg`'])
  expect(run.log).toContain(
    '::warning::Not in Git LFS, although .gitattributes assigns them to it: img/logo.svg.',
  )
})

test('a repository without Git LFS has no such section', async () => {
  const { start, github } = await openWorld({
    calls: [{ tool: 'write', input: { path: 'img/logo.svg', text: '<svg/>\n' } }, finish()],
  })
  expect((await start().ended).code).toBe(0)
  expect(String(github.pullRequests[0]?.body)).not.toContain('prentice:lfs')
})

import { expect, test } from 'vitest'
import { matcherOf } from '../../src/cli/commands/find-job.ts'
import { addUpdate, NO_PROGRESS, renderProgress } from '../../src/cli/output/progress.ts'
import { paintFor } from '../../src/cli/output/terminal.ts'
import { duration } from '../../src/cli/output/words.ts'
import type { ListedJob } from '../../src/client/index.ts'
import { chooseRemote, parseRemote, parseRemotes } from '../../src/net/git-remote.ts'

test.each([
  ['git@github.com:acme/docs.git', 'https://github.com/acme/docs'],
  ['github.com:acme/docs', 'https://github.com/acme/docs'],
  ['ssh://git@ghe.example:2222/acme/docs.git', 'https://ghe.example/acme/docs'],
  ['https://github.com/acme/docs.git', 'https://github.com/acme/docs'],
  ['https://me:secret@github.com/acme/docs/', 'https://github.com/acme/docs'],
  ['https://ghe.example:8443/acme/docs', 'https://ghe.example:8443/acme/docs'],
  ['http://127.0.0.1:3000/acme/docs.git', 'http://127.0.0.1:3000/acme/docs'],
  ['ssh://git@ssh.github.com:443/acme/docs.git', 'https://github.com/acme/docs'],
  ['git@ssh.github.com:acme/docs.git', 'https://github.com/acme/docs'],
  ['org-4711@github.com:acme/docs.git', 'https://github.com/acme/docs'],
  ['git+ssh://git@github.com/acme/docs.git', 'https://github.com/acme/docs'],
  ['git@GitHub.com:acme/docs.git/', 'https://github.com/acme/docs'],
  ['https://www.github.com/acme/docs', 'https://github.com/acme/docs'],
  ['/srv/git/docs.git', null],
  ['file:///srv/git/acme/docs', null],
  ['../docs', null],
  ['https://gitlab.example/group/sub/docs', null],
])('the remote %s is %s', (url, expected) => {
  const place = parseRemote(url)
  expect(place && `${place.scheme}://${place.host}/${place.path}`).toBe(expected)
})

test('origin is preferred to other remotes', () => {
  const chosen = (...names: string[]) => {
    const lines = names.map(
      (name) => `${name}\thttps://x/${name}/r (fetch)\n${name}\thttps://x/${name}/r (push)\n`,
    )
    return chooseRemote(parseRemotes(lines.join('')))?.url ?? null
  }
  expect(chosen('fork', 'origin')).toBe('https://x/origin/r')
  expect(chosen('fork')).toBe('https://x/fork/r')
  expect(chosen('fork', 'upstream')).toBeNull()
  expect(chosen()).toBeNull()
  // A partial clone.
  const partial = parseRemotes('origin\thttps://x/o/r (fetch) [blob:none]\norigin\thttps://x/o/r (push)\n')
  expect(chooseRemote(partial)?.url).toBe('https://x/o/r')
})

const job = {
  id: 'job_01m7xk4ymke8m8qhxhtq1qmf80',
  prLink: 'https://github.com/acme/docs/pull/7',
  source: { repository: 'https://github.com/acme/docs', ref: 'prentice/xhtq1qmf80' },
} as ListedJob

test.each([
  ['job_01m7xk4ymke8m8qhxhtq1qmf80', true],
  ['xhtq1qmf80', true],
  ['1qmf80', true],
  ['f80', false],
  ['prentice/xhtq1qmf80', true],
  ['7', true],
  ['#7', true],
  ['#17', false],
  ['https://github.com/acme/docs/pull/7', true],
  ['https://github.com/Acme/docs/pull/7/files', true],
  ['https://github.com/acme/docs/pull/77', false],
])('the name %s means the job: %s', (name, expected) => {
  expect(matcherOf(name)(job)).toBe(expected)
})

test('the picture shows the stages of the current run', () => {
  const place = { run: 1, seq: 1, at: '2026-11-23T10:00:00.000Z' }
  const updates = [
    { ...place, type: 'stage', stage: 'agent' },
    { ...place, type: 'step', step: 2, inputTokens: 1000, outputTokens: 234, costUsd: 0.01 },
    { ...place, type: 'tool', step: 2, tool: 'edit', target: 'README.md', ok: false },
  ] as const
  const working = updates.reduce(addUpdate, NO_PROGRESS)
  const paint = paintFor(false, {})
  expect(renderProgress(working, 65_000, paint, 40)).toEqual([
    '✓ Prepare the checkout',
    '● Work on the prompt',
    '    refused: edit README.md',
    '○ Decide what may be published',
    '○ Push the branch',
    '○ Open the pull request',
    '○ Report the result',
    '1 min 5 s · 2 steps · 1,234 tokens · $0…',
  ])
  expect(renderProgress({ ...working, status: 'failed' }, 0, paint, 80).slice(0, 2)).toEqual([
    '✓ Prepare the checkout',
    '✗ Work on the prompt',
  ])
  const next = addUpdate(working, { ...place, run: 2, type: 'stage', stage: 'prepare' })
  expect(next).toMatchObject({ run: 2, stage: 0, steps: 0, recent: [] })
})

test.each([
  [-1, '0 s'],
  [59_000, '59 s'],
  [192_000, '3 min 12 s'],
  [3_600_000, '1 h 0 min'],
  [86_399_000, '23 h 59 min'],
  [30 * 86_400_000 - 1_000, '29 d 23 h'],
])('%d ms are shown as %s', (ms, shown) => {
  expect(duration(ms)).toBe(shown)
})

import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { measureSearch } from '../../bench/agent/measure-search.ts'

test('without ripgrep, search is not measured, and no repository is created', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'bench-test-'))
  onTestFinished(() => rm(directory, { recursive: true }))
  expect(await measureSearch(directory, { PATH: directory })).toBeNull()
  expect(await readdir(directory)).toEqual([])
})

import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { openOverlayFolder } from '../../../../src/action/checks/isolation/overlay-folder.ts'

/** A folder whose removal never ends: `rm` is a program that writes its process id and waits. */
async function endlessFolder() {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-endless-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const tools = join(folder, 'tools')
  await mkdir(tools)
  const started = join(folder, 'started')
  await writeFile(
    join(tools, 'rm'),
    `#!/bin/sh\necho $$ >'${started}.new'\nmv '${started}.new' '${started}'\nexec sleep 600\n`,
  )
  await chmod(join(tools, 'rm'), 0o755)
  const facts = {
    ...{ asRoot: [], toolPath: `${tools}:/usr/bin:/bin`, user: 65_123, keyctl: 250, filter: '0600' },
    ...{ hidden: [], shown: [] },
  }
  const exportTree = vi.fn(async () => undefined)
  const files = { exportTree, exportChanges: async () => [] }
  return { overlay: await openOverlayFolder(facts, folder, files), started, exportTree }
}

test('a stop ends the removal of a folder and kills the program', async () => {
  const { overlay, started, exportTree } = await endlessFolder()
  const stop = new AbortController()
  const why = new Error('stopped')
  const begun = overlay.begin('round', 'a tree', stop.signal)
  begun.catch(() => undefined)
  await expect.poll(() => readNumber(started)).toBeGreaterThan(0)
  const pid = await readNumber(started)
  stop.abort(why)
  await expect(begun).rejects.toBe(why)
  expect(exportTree).not.toHaveBeenCalled()
  await expect.poll(() => isRunning(pid)).toBe(false)
})

test('after a stop, no removal begins', async () => {
  const { overlay, started } = await endlessFolder()
  const why = new Error('stopped')
  await expect(overlay.begin('round', 'a tree', AbortSignal.abort(why))).rejects.toBe(why)
  expect(await readNumber(started)).toBe(0)
})

const readNumber = (path: string): Promise<number> => readFile(path, 'utf8').then(Number, () => 0)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

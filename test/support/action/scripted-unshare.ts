import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { Cell } from '../../../src/action/checks/isolation/run-isolated.ts'
import { systemCallsOf } from '../../../src/action/checks/isolation/system-calls.ts'
import type { IsolationFacts } from '../../../src/action/checks/isolation/unshare-command.ts'

/** A folder for this test alone. */
export async function folderOfTest(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'prentice-cell-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** A machine on which these shell scripts stand in for programs of the system, and no right of root is needed. */
export async function factsWith(
  folder: string,
  programs: Readonly<Record<string, string>>,
): Promise<IsolationFacts> {
  const tools = join(folder, 'tools')
  await mkdir(tools)
  for (const [name, script] of Object.entries(programs)) {
    await writeFile(join(tools, name), `#!/bin/sh\n${script}\n`)
    await chmod(join(tools, name), 0o755)
  }
  return {
    ...{ asRoot: [], toolPath: `${tools}:/usr/bin:/bin`, user: 65_123, filter: '0600' },
    ...{ keyctl: systemCallsOf(process.arch).keyctl ?? 250, hidden: [], shown: [] },
  }
}

/** A cell whose command is this script, in place of `unshare`. `$BEGUN` is what root writes just before a command starts. */
export async function cellWith(
  unshare: string,
  bounds: Partial<Cell['bounds']> = {},
): Promise<Cell & { readonly words: () => Promise<string[]> }> {
  const store = await folderOfTest()
  const words = join(store, 'words')
  const script = `BEGUN='${join(store, 'begun')}'\nprintf '%s\\0' "$@" >'${words}'\n${unshare}`
  return {
    facts: await factsWith(store, { unshare: script }),
    ...{ store, now: Date.now },
    bounds: { processes: 10, fileBytes: 1000, output: 1_000_000, ...bounds },
    /** The arguments that it was started with. */
    words: async () => (await readFile(words, 'utf8')).split('\0'),
  }
}

/** What the probe prints in a cell of that user. No process outside has this keyring. */
export const GOOD_PROBE = [
  ...['Uid: 65123 65123 65123 65123', 'Gid: 65123 65123 65123 65123', 'Groups: ', 'Seccomp: 2'],
  ...['CapInh: 0000', 'CapPrm: 0000', 'CapEff: 0000', 'CapBnd: 0000', 'CapAmb: 0000', 'NoNewPrivs: 1'],
  ...['mnt', 'pid', 'net', 'ipc', 'uts'].map((name) => `Namespace ${name} ${name}:[1]`),
  ...['Keyring 987654321987', 'Descriptor 0', 'Descriptor 1', 'Descriptor 2', 'Network lo:'],
].join('\n')

/** The script of a command that begins and prints this. */
export const printing = (text: string): string => `printf begun >"$BEGUN"; cat <<'END'\n${text}\nEND`

import { execFile } from 'node:child_process'
import { readlink } from 'node:fs/promises'
import { promisify } from 'node:util'
import { messageOf } from '../../text/format.ts'
import { INHERITANCE_SCRIPT } from './isolation-script.ts'
import type { OverlayFolder } from './overlay-folder.ts'
import { type Cell, runIsolated } from './run-isolated.ts'
import { composeEnvironment } from './unshare-command.ts'

// Egress: starts Perl to read the name of its own session keyring.

const SECONDS = 30

/** Isolates a probe command to find out whether this runner can. Returns why not, or `null`. */
export async function probeIsolation(
  cell: Cell,
  folder: OverlayFolder,
  { platform, outside, signal }: { platform: string; outside: string; signal: AbortSignal },
): Promise<string | null> {
  if (platform !== 'linux') return `the runner is not Linux but ${platform}`
  const { keyctl } = cell.facts
  if (keyctl === null) return 'the system call `keyctl` has no known number on this processor'
  try {
    // Later rounds see the layer of setup, also if the project has no setup.
    await folder.begin('round', null, signal)
    await folder.begin('setup', null, signal)
    const environment = [
      ...composeEnvironment({}, 'round'),
      ...[`OUTSIDE=${outside}`, `INHERITANCE_SCRIPT=${INHERITANCE_SCRIPT}`, `KEYCTL=${keyctl}`],
    ]
    const tried = await runIsolated(cell, {
      ...{ phase: 'round', run: PROBE_COMMAND, seconds: SECONDS, environment, signal },
    })
    if (tried.kind === 'not-isolated') return tried.why
    const { end, output } = tried.run
    if (end.kind !== 'exited' || end.code !== 0) return `the probe failed: ${output.trim()}`
    const keyring = await ownKeyring(keyctl)
    return verifyProbe(output, { user: cell.facts.user, outside: await ownNamespaces(), keyring })
  } catch (error) {
    return messageOf(error)
  }
}

const start = promisify(execFile)

/** A child process has the session keyring of this one. */
async function ownKeyring(keyctl: number): Promise<string> {
  const { stdout } = await start('/usr/bin/perl', ['-e', INHERITANCE_SCRIPT, String(keyctl)])
  return /^Keyring (.+)$/m.exec(stdout)?.[1] ?? ''
}

async function ownNamespaces(): Promise<Namespaces> {
  const named = PROBED_NAMESPACES.map(
    async (name) => [name, await readlink(`/proc/self/ns/${name}`)] as const,
  )
  const { mnt = '', pid = '', net = '', ipc = '', uts = '' } = Object.fromEntries(await Promise.all(named))
  return { mnt, pid, net, ipc, uts }
}

const PROBED_NAMESPACES = ['mnt', 'pid', 'net', 'ipc', 'uts'] as const
export type Namespaces = Readonly<Record<(typeof PROBED_NAMESPACES)[number], string>>

/** Runs isolated and describes its environment. `$OUTSIDE` is a folder of the runner. */
const PROBE_COMMAND = `
cat /proc/self/status
/usr/bin/perl -e "$INHERITANCE_SCRIPT" "$KEYCTL"
for name in ${PROBED_NAMESPACES.join(' ')}; do echo "Namespace $name $(readlink /proc/self/ns/$name)"; done
tail -n +3 /proc/net/dev | while read -r name _; do echo "Network $name"; done
for path in / /usr /etc /dev /proc/sys/kernel/hostname; do
  [ ! -w "$path" ] || echo "Writable $path"
done
[ ! -e "$OUTSIDE" ] || echo "Outside"
true
`

/** What is not isolated, according to the output of the probe; `null`: everything is. Pure. */
export function verifyProbe(
  output: string,
  expected: { readonly user: number; readonly outside: Namespaces; readonly keyring: string },
): string | null {
  const lines = output.split('\n')
  const field = (name: string): string | undefined =>
    lines
      .find((line) => line.startsWith(`${name}:`))
      ?.slice(name.length + 1)
      .trim()
  const user = String(expected.user)
  for (const name of ['Uid', 'Gid']) {
    if (
      field(name)
        ?.split(/\s+/)
        .some((id) => id !== user) ??
      true
    )
      return 'the command runs as the same user'
  }
  if (field('Groups') !== '') return 'the user has groups'
  if (field('Seccomp') !== '2') return 'the system calls of the command are not filtered'
  if (field('NoNewPrivs') !== '1') return 'the user can gain privileges'
  for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    if (!/^0+$/.test(field(name) ?? '')) return 'the user has capabilities'
  }
  for (const name of PROBED_NAMESPACES) {
    const inside = lines.find((line) => line.startsWith(`Namespace ${name} `))?.split(' ')[2]
    if (!inside || inside === expected.outside[name]) return `the ${name} namespace is that of the runner`
  }
  const [keyring, ...others] = lines.flatMap((line) => /^Keyring (\d+|none)$/.exec(line)?.[1] ?? [])
  // Where no process can use keyrings, none is shared.
  if (keyring === undefined || others.length > 0 || (keyring !== 'none' && keyring === expected.keyring))
    return 'the session keyring is that of the runner'
  const descriptors = lines.filter((line) => line.startsWith('Descriptor '))
  if (descriptors.join(' ') !== 'Descriptor 0 Descriptor 1 Descriptor 2')
    return 'descriptors of the runner are open'
  const named = (word: string): string | undefined =>
    lines.find((line) => line === word || line.startsWith(`${word} `))
  if (lines.some((line) => line.startsWith('Network ') && line !== 'Network lo:')) return 'there is a network'
  return named('Writable') ?? (named('Outside') === undefined ? null : "the runner's files are visible")
}

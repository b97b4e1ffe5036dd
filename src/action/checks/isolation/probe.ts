import { readlink } from 'node:fs/promises'
import { composeEnvironment } from './compose-environment.ts'
import type { OverlayFolder } from './overlay-folder.ts'
import { type Cell, runIsolated } from './run-isolated.ts'
import { type Namespaces, PROBE_COMMAND, PROBED_NAMESPACES, verifyProbe } from './verify-probe.ts'

const SECONDS = 30

/** Whether commands can be isolated here, found out by doing it: why not, or `null`. */
export async function probeIsolation(
  cell: Cell,
  folder: OverlayFolder,
  { platform, outside, signal }: { platform: string; outside: string; signal: AbortSignal },
): Promise<string | null> {
  if (platform !== 'linux') return `the runner is not Linux but ${platform}`
  try {
    await folder.begin('round', async () => {})
    await folder.begin('setup', async () => {})
    const environment = [...composeEnvironment({}, 'round'), `OUTSIDE=${outside}`]
    const tried = await runIsolated(cell, {
      ...{ phase: 'round', run: PROBE_COMMAND, seconds: SECONDS, environment, signal },
    })
    if (tried.kind === 'not-isolated') return tried.why
    const { end, output } = tried.run
    if (end.kind !== 'exited' || end.code !== 0) return `the probe did not end well: ${output.trim()}`
    return verifyProbe(output, { user: cell.facts.user, outside: await ownNamespaces() })
  } catch (error) {
    return error instanceof Error ? error.message : String(error)
  }
}

async function ownNamespaces(): Promise<Namespaces> {
  const named = PROBED_NAMESPACES.map(
    async (name) => [name, await readlink(`/proc/self/ns/${name}`)] as const,
  )
  const { mnt = '', pid = '', net = '', ipc = '', uts = '' } = Object.fromEntries(await Promise.all(named))
  return { mnt, pid, net, ipc, uts }
}

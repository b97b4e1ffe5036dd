export const PROBED_NAMESPACES = ['mnt', 'pid', 'net', 'ipc', 'uts'] as const
export type Namespaces = Readonly<Record<(typeof PROBED_NAMESPACES)[number], string>>

/** Run inside to show what it is like there. `$OUTSIDE` is a folder of the runner's own. */
export const PROBE_COMMAND = `
cat /proc/self/status
for name in ${PROBED_NAMESPACES.join(' ')}; do echo "Namespace $name $(readlink /proc/self/ns/$name)"; done
tail -n +3 /proc/net/dev | while read -r name _; do echo "Network $name"; done
for path in / /usr /etc /dev /proc/sys/kernel/hostname; do
  [ ! -w "$path" ] || echo "Writable $path"
done
[ ! -e "$OUTSIDE" ] || echo "Outside"
true
`

/** What the isolation lacks, told by the output of the probe; `null`: it holds. Pure. */
export function verifyProbe(
  output: string,
  expected: { readonly user: number; readonly outside: Namespaces },
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
      return 'the user is not another one'
  }
  if (field('Groups') !== '') return 'the user has groups'
  if (field('NoNewPrivs') !== '1') return 'new privileges can be had'
  for (const name of ['CapInh', 'CapPrm', 'CapEff', 'CapBnd', 'CapAmb']) {
    if (!/^0+$/.test(field(name) ?? '')) return 'the user has capabilities'
  }
  for (const name of PROBED_NAMESPACES) {
    const inside = lines.find((line) => line.startsWith(`Namespace ${name} `))?.split(' ')[2]
    if (!inside || inside === expected.outside[name]) return `the ${name} namespace is the runner's`
  }
  const named = (word: string): string | undefined =>
    lines.find((line) => line === word || line.startsWith(`${word} `))
  if (lines.some((line) => line.startsWith('Network ') && line !== 'Network lo:')) return 'there is a network'
  return named('Writable') ?? (named('Outside') === undefined ? null : "the runner's files show")
}

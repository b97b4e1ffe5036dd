/**
 * npm leaves packages of other platforms out of package-lock.json when it cannot see them, and then `npm ci` refuses
 * the file. This writes an entry for each that an optional dependency names. With --check it only looks.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { z } from 'zod'

const Entry = z.looseObject({
  version: z.string().optional(),
  dev: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lockfile = z.looseObject({ packages: z.record(z.string(), Entry) })
type Entry = z.infer<typeof Entry>

const OS = [
  'aix',
  'android',
  'darwin',
  'freebsd',
  'linux',
  'netbsd',
  'openbsd',
  'openharmony',
  'sunos',
  'win32',
]
const CPU = ['arm64', 'arm', 'ia32', 'loong64', 'mips64el', 'ppc64', 'riscv64', 's390x', 'wasm32', 'x64']

/** What the name of a platform package says of the platform, as all that we depend on are named. */
function platformOf(name: string): object {
  const words = name.split(/[/-]/)
  const os = OS.find((word) => words.includes(word))
  const cpu = CPU.find((word) => words.includes(word))
  const libc = words.some((word) => word.startsWith('musl')) ? 'musl' : 'glibc'
  return {
    ...(os && { os: [os] }),
    ...(cpu && { cpu: [cpu] }),
    ...(os === 'linux' && words.some((word) => /^(musl|gnu)/.test(word)) && { libc: [libc] }),
  }
}

function missing(packages: Readonly<Record<string, Entry>>): [string, Entry][] {
  return Object.values(packages).flatMap((parent) =>
    Object.entries(parent.optionalDependencies ?? {}).flatMap(([name, version]): [string, Entry][] => {
      const place = `node_modules/${name}`
      if (packages[place] !== undefined) return []
      if (!/^\d+\.\d+\.\d+/.test(version))
        throw new Error(`${name}: ${version} is a range; which version is it?`)
      const dev = parent.dev === true && { dev: true }
      return [[place, { version, ...platformOf(name), ...dev, optional: true }]]
    }),
  )
}

const file = new URL('../package-lock.json', import.meta.url)
const lock = Lockfile.parse(JSON.parse(readFileSync(file, 'utf8')))
const added = missing(lock.packages)
if (process.argv.includes('--check')) {
  for (const [place] of added)
    console.error(`package-lock.json lacks ${place}: run \`npm run complete-lockfile\``)
  process.exitCode = added.length === 0 ? 0 : 1
} else {
  const packages = Object.entries({ ...lock.packages, ...Object.fromEntries(added) })
  lock.packages = Object.fromEntries(packages.sort(([a], [b]) => (a < b ? -1 : 1)))
  writeFileSync(file, `${JSON.stringify(lock, null, 2)}\n`)
}

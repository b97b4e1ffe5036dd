import { z } from 'zod'

const Entry = z.looseObject({
  version: z.string().optional(),
  integrity: z.string().optional(),
  link: z.boolean().optional(),
  resolved: z.string().optional(),
  hasInstallScript: z.boolean().optional(),
  optionalDependencies: z.record(z.string(), z.string()).optional(),
})
const Lockfile = z.object({ packages: z.record(z.string(), Entry) })
type Entries = z.infer<typeof Lockfile>['packages']

const FOLDER = 'node_modules/'

/**
 * Why `npm ci` would not install the same bytes everywhere. npm writes neither an integrity nor an entry for a package
 * that it could not see in the registry, such as a package of another platform.
 */
export function lockfileProblems(
  lockfile: unknown,
  allowScripts: Readonly<Record<string, boolean>>,
): string[] {
  const { packages } = Lockfile.parse(lockfile)
  return [
    ...withoutEntry(packages),
    ...withoutIntegrity(packages),
    ...withAddress(packages),
    ...withInstallScript(packages, allowScripts),
  ]
}

const withoutEntry = (packages: Entries): string[] =>
  Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((name) => packages[FOLDER + name] === undefined)
      .map((name) => `${name} has no entry`),
  )

const withoutIntegrity = (packages: Entries): string[] =>
  installed(packages)
    .filter(([, { integrity }]) => integrity === undefined)
    .map(([name, { version }]) => `${name}@${version} has no integrity`)

/** Its integrity is enough. An address would send everybody to the registry of the person who wrote the lockfile. */
const withAddress = (packages: Entries): string[] =>
  installed(packages)
    .filter(([, { resolved }]) => resolved !== undefined)
    .map(
      ([name, { version }]) =>
        `${name}@${version} has an address: run \`npm install --omit-lockfile-registry-resolved\``,
    )

/** The script of a package could download what no integrity covers. */
const withInstallScript = (packages: Entries, allowScripts: Readonly<Record<string, boolean>>): string[] =>
  installed(packages)
    .filter(([name, { hasInstallScript }]) => hasInstallScript === true && allowScripts[name] !== false)
    .map(
      ([name, { version }]) => `${name}@${version} has an install script that allowScripts does not turn off`,
    )

/** Packages from the registry; links lead to folders of this repository. */
const installed = (packages: Entries) =>
  Object.entries(packages).flatMap(([path, entry]) =>
    path.includes(FOLDER) && entry.link !== true
      ? [[path.slice(path.lastIndexOf(FOLDER) + FOLDER.length), entry] as const]
      : [],
  )

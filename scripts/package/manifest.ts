/** The parts of package.json that a published package has. */
interface SourceManifest {
  readonly name: string
  readonly version: string
  readonly private?: boolean
  readonly description: string
  readonly license: string
  readonly repository: object
  readonly dependencies: Readonly<Record<string, string>>
}

/**
 * The package.json of the package. `imported`: the packages that its files import; `byClient`: those of the client and the command
 * line among them. The action is not part of the package, so the packages that only the action needs are left out.
 *
 * Those of the server are optional: npm then leaves out, without a warning, what does not run on an older Node, where the server says
 * that it needs a newer one.
 */
export function packageManifest(
  source: SourceManifest,
  imported: ReadonlySet<string>,
  byClient: ReadonlySet<string>,
): object {
  const unknown = [...imported].filter((name) => source.dependencies[name] === undefined)
  if (unknown.length > 0)
    throw new Error(`not in \`dependencies\` of package.json, but imported: ${unknown.join(', ')}`)
  const { name, version, description, license, repository } = source
  const pick = (isWanted: (dependency: string) => boolean): Record<string, string> =>
    Object.fromEntries(Object.entries(source.dependencies).filter(([dependency]) => isWanted(dependency)))
  return {
    name,
    version,
    // Nobody owns a name in the registry yet.
    ...(source.private && { private: true }),
    description,
    license,
    // The registry compares it with the provenance.
    repository,
    type: 'module',
    // Of the client and the command line. `prentice server` says what the server needs.
    engines: { node: '>=20.3' },
    bin: { prentice: 'lib/cli/main.js' },
    exports: {
      './client': { types: './lib/client/index.d.ts', default: './lib/client/index.js' },
      './package.json': './package.json',
    },
    dependencies: pick((dependency) => byClient.has(dependency)),
    optionalDependencies: pick((dependency) => imported.has(dependency) && !byClient.has(dependency)),
  }
}

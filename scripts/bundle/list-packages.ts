interface Module {
  readonly name?: string
  readonly modules?: readonly Module[]
}

/** Packages with code in the bundle, as the JSON text of a sorted list, from webpack's stats. */
export function listPackages(stats: { readonly modules?: readonly Module[] }): string {
  const packages = new Set<string>()
  for (const name of namesIn(stats.modules ?? [])) {
    const found = /.*node_modules\/((?:@[^/]+\/)?[^/ ]+)\//.exec(name)?.[1]
    if (found !== undefined) packages.add(found)
  }
  return `${JSON.stringify([...packages].sort(), null, 2)}\n`
}

function namesIn(modules: readonly Module[]): string[] {
  return modules.flatMap((module) => [module.name ?? '', ...namesIn(module.modules ?? [])])
}

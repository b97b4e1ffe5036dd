import { isBuiltin } from 'node:module'

/** A whole line of an import or a re-export, as the compiler writes it. */
const STATIC = /^(?:import|export|\}) ?(?:[^'"\n]* from )?['"]([^'"\n]+)['"];?$/gm
const DYNAMIC = /\bimport\(['"]([^'"\n]+)['"]\)/g
/** The name of a package that is not also a word, such as `htmx.org`: the dashboard reads files of packages. */
const NAMED = /['"]((?:@[\w-]+\/)?[\w-]+[.-][\w.-]+|@[\w-]+\/[\w.-]+)['"]/g

/** The packages that a compiled file imports, and those of `known` that it names. */
export function importedPackages(text: string, known: ReadonlySet<string>): string[] {
  const found = (pattern: RegExp) => [...text.matchAll(pattern)].map(([, specifier = '']) => specifier)
  const imported = [...found(STATIC), ...found(DYNAMIC)]
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  return [...imported, ...found(NAMED).filter((name) => known.has(name))]
}

import { isBuiltin } from 'node:module'
import { dirname, join } from 'node:path'

/** A whole line of an import or a re-export, as the compiler writes it. */
const STATIC = /^(?:import|export|\}) ?(?:[^'"\n]* from )?['"]([^'"\n]+)['"];?$/gm
const DYNAMIC = /\bimport\(['"]([^'"\n]+)['"]\)/g
/** The name of a package that is not also a word, such as `htmx.org`: the dashboard reads files of packages. */
const NAMED = /['"]((?:@[\w-]+\/)?[\w-]+[.-][\w.-]+|@[\w-]+\/[\w.-]+)['"]/g

const found = (text: string, pattern: RegExp): string[] =>
  [...text.matchAll(pattern)].map(([, specifier = '']) => specifier)

const importsOf = (text: string): string[] => [...found(text, STATIC), ...found(text, DYNAMIC)]

/** The files that these import, and those import, and so on. `read` gets the text of a file. */
export function reachableFiles(entries: readonly string[], read: (path: string) => string): string[] {
  const seen = new Set(entries)
  for (const path of seen)
    for (const specifier of importsOf(read(path)))
      if (specifier.startsWith('.')) seen.add(join(dirname(path), specifier))
  return [...seen]
}

/** The packages that a compiled file imports, and those of `known` that it names. */
export function importedPackages(text: string, known: ReadonlySet<string>): string[] {
  const imported = importsOf(text)
    .filter((specifier) => !specifier.startsWith('.') && !isBuiltin(specifier))
    .map((specifier) => specifier.split('/', specifier.startsWith('@') ? 2 : 1).join('/'))
  return [...imported, ...found(text, NAMED).filter((name) => known.has(name))]
}

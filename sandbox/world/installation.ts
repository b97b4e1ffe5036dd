import { join } from 'node:path'

/** Where the parts of Prentice are that the sandbox starts. */
export interface Installation {
  readonly kind: 'checkout' | 'package'
  /** The folder of action.yml, app.yml, `docs` and `dist`. */
  readonly root: string
  /** The file of a program of the product, by its path in `src` without the extension. */
  program(path: string): string
}

/** `file`: that of this module in a checkout, or the one file into which a package bundles the sandbox. Pure. */
export function installationOf(file: string): Installation {
  if (file.endsWith('.ts')) {
    const root = join(file, '../../..')
    return { kind: 'checkout', root, program: (path) => join(root, 'src', `${path}.ts`) }
  }
  const root = join(file, '../..')
  return { kind: 'package', root, program: (path) => join(root, 'lib', `${path}.js`) }
}

export const INSTALLATION: Installation = installationOf(import.meta.filename)

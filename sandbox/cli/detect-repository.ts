import { join } from 'node:path'

const PACKAGE_FOLDER = join(import.meta.dirname, '../..')

/** npm runs a script in the package's folder, wherever it was called (`npm --prefix`), and says so in INIT_CWD. */
export const detectRepository = (
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string => (cwd === PACKAGE_FOLDER ? (environment.INIT_CWD ?? cwd) : cwd)

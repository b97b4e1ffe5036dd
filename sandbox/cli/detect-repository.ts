import { join } from 'node:path'

const PACKAGE_FOLDER = join(import.meta.dirname, '../..')

/** npm runs a script in the folder of the package. INIT_CWD is the user's directory, for example with `npm --prefix`. */
export const detectRepository = (
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string => (cwd === PACKAGE_FOLDER ? (environment.INIT_CWD ?? cwd) : cwd)

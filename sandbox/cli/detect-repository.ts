import { INSTALLATION } from '../world/installation.ts'

/** npm runs a script in the folder of the package. INIT_CWD is the user's directory, for example with `npm --prefix`. */
export const detectRepository = (
  cwd: string,
  environment: Readonly<Record<string, string | undefined>>,
): string => (cwd === INSTALLATION.root ? (environment.INIT_CWD ?? cwd) : cwd)

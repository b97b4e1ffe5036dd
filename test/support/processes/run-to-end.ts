import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Runs a program while this process continues to serve its requests; rejects if the program fails. */
export const command = (
  file: string,
  args: readonly string[],
  environment: Readonly<Record<string, string>>,
): Promise<{ stdout: string; stderr: string }> =>
  run(file, args, { env: { PATH: process.env.PATH ?? '', ...environment }, timeout: 60_000 })

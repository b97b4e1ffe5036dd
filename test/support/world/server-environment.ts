import { execFile } from 'node:child_process'
import { promisify } from 'node:util'

/** The variables of the sandbox's server, read by a shell as an operator does it. */
export async function serverEnvironment(world: {
  readonly operatorFile: string
}): Promise<Record<string, string>> {
  const args = ['-c', '. "$0" && env -0', world.operatorFile]
  const { stdout } = await promisify(execFile)('/bin/sh', args, { env: { PATH: process.env.PATH } })
  const pairs = stdout.split('\0').filter((pair) => pair !== '')
  return Object.fromEntries(pairs.map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
}

import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { command } from '../../../../support/processes/run-to-end.ts'

const program = new URL('openapi-ts.ts', import.meta.url)

/** Generates a typed client in `directory/client`, as a caller of the API would, and a module package around it. */
export async function generateClient(description: object, directory: string): Promise<void> {
  const input = join(directory, 'openapi.json')
  await mkdir(directory, { recursive: true })
  await writeFile(join(directory, 'package.json'), '{"type":"module"}')
  await writeFile(input, JSON.stringify(description))
  await command(process.execPath, [fileURLToPath(program), input, join(directory, 'client')], {})
}

import type { Checkout } from '../checkout/checkout.ts'
import { must } from '../process/repository.ts'
import type { Change } from './change.ts'

/** Most bytes of patch that are read. */
const LIMIT = 2 * 1024 * 1024

/** What everybody can read of the work once it is pushed: paths, lines that it adds, lines that it takes away. */
export async function readDiffText(
  { repository, baseSha }: Checkout,
  { tree, changes }: { tree: string; changes: readonly Change[] },
): Promise<string> {
  const args = ['diff-tree', '-r', '-M', '-p', '--unified=0', '--no-ext-diff', '--no-textconv']
  const { stdout } = await must(repository.git([...args, baseSha, tree], { maxBytes: LIMIT }))
  const lines = stdout.split('\n')
  const startingWith = (mark: string) =>
    lines.filter((line) => line.startsWith(mark)).map((line) => line.slice(1))
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
  return [paths.join(APART), startingWith('+').join('\n'), startingWith('-').join('\n')].join(APART)
}

/** In no text of the model: two paths beside each other are no words in a row. */
const APART = '\0'

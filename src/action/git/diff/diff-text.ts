import type { Checkout } from '../checkout/checkout.ts'
import { must } from '../process/repository.ts'
import type { Change } from './change.ts'

/** Limit for the patch. */
const LIMIT = 2 * 1024 * 1024

/** The text that a push makes public: paths, added lines, removed lines. */
export async function readDiffText(
  { repository, baseSha }: Checkout,
  { tree, changes }: { tree: string; changes: readonly Change[] },
): Promise<string> {
  const args = ['diff-tree', '-r', '-M', '-p', '--unified=0', '--no-ext-diff', '--no-textconv']
  const { stdout } = await must(repository.git([...args, baseSha, tree], { maxBytes: LIMIT }))
  const lines = stdout.split('\n')
  const startingWith = (prefix: string) =>
    lines.filter((line) => line.startsWith(prefix)).map((line) => line.slice(1))
  const paths = changes.flatMap(({ path, oldPath }) => (oldPath === null ? [path] : [path, oldPath]))
  return [paths.join(SEPARATOR), startingWith('+').join('\n'), startingWith('-').join('\n')].join(SEPARATOR)
}

/** Does not occur in a text of the model, so that two neighbouring paths do not form a quote. */
const SEPARATOR = '\0'

import { commandOf } from '../command-line/command-name.ts'
import type { Github } from '../github/github.ts'
import type { Account } from '../github/repository.ts'
import { checkRunner, readRunnerRepository, UnfitRunner } from '../projects/runner-repository.ts'
import { openStore } from '../store/open/open-store.ts'
import { type Finding, fail, ok } from './finding.ts'

/** Whether the runner repository of an account can be used; `null`: it has none. */
export async function checkRunnerRepository(
  databaseUrl: string,
  github: Pick<Github, 'readRepository' | 'isProtected'>,
  { id, login }: Account,
): Promise<{ readonly finding: Finding; readonly repositoryId: number } | null> {
  const store = await openStore(databaseUrl, { mustExist: true }).catch(() => null)
  if (store === null) return null
  try {
    const named = await readRunnerRepository(store, id)
    if (named === null) return null
    const { repositoryId } = named
    try {
      const { url } = await checkRunner({ store, github }, id, named)
      return { repositoryId, finding: ok('runner', `${login}: all work runs in ${url}`) }
    } catch (error) {
      if (!(error instanceof UnfitRunner)) throw error
      const todo = `fix that, or name another one: \`${commandOf('runner-repository')}\``
      const text = `${login}: its runner repository cannot be used: ${error.why}`
      return { repositoryId, finding: fail('runner', text, todo) }
    }
  } finally {
    await store.close()
  }
}

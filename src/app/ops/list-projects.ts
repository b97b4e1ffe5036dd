/** `node src/app/ops/list-projects.ts [--account LOGIN] [--json]`. Exit code 0 done, 1 not, 2 wrong arguments. */

import { parseArgs } from 'node:util'
import { commandOf } from '../command-name/command-name.ts'
import { loadEnvironmentFile } from '../config/load-environment-file.ts'
import { setPrivateUmask } from '../config/private-umask.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { findAccount } from '../keys/find-account.ts'
import { allProjects, repositoryOf } from '../projects/find-by-repository.ts'
import { knownAccounts } from '../projects/known-accounts.ts'
import { openStore } from '../store/open/open-store.ts'

setPrivateUmask()
const args = readArguments()
if (args === null || args.help) {
  process.stderr.write(
    `usage: ${commandOf('projects', '[--account LOGIN] [--json]')}\nLists the ids of projects with their repositories.\n`,
  )
  process.exit(args === null ? 2 : 0)
}
try {
  loadEnvironmentFile()
  const read = readKeysConfig(process.env)
  if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
  const projects = await listAll(read.config.databaseUrl, args.account)
  const width = Math.max(0, ...projects.map(({ id }) => id.length))
  const lines = projects.map(({ id, repository }) => `${id.padEnd(width)}  ${repository}\n`).join('')
  process.stdout.write(args.json ? `${JSON.stringify(projects)}\n` : lines)
  if (projects.length === 0)
    process.stderr.write(
      'There are no projects: install the GitHub App on a repository while the server runs.\n',
    )
} catch (error) {
  process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
  process.exitCode = 1
}

function readArguments() {
  const options = {
    account: { type: 'string' },
    json: { type: 'boolean', default: false },
    help: { type: 'boolean', default: false },
  } as const
  try {
    return parseArgs({ options }).values
  } catch (error) {
    process.stderr.write(`error: ${error instanceof Error ? error.message : String(error)}\n`)
    return null
  }
}

async function listAll(
  databaseUrl: string,
  login: string | undefined,
): Promise<{ id: string; repository: string }[]> {
  const store = await openStore(databaseUrl, { mustExist: true })
  try {
    const accounts = login === undefined ? await knownAccounts(store) : [await findAccount({ store }, login)]
    const projects = await Promise.all(accounts.map(({ id }) => allProjects(store, id)))
    return projects.flat().map((project) => ({ id: project.id, repository: repositoryOf(project) }))
  } finally {
    await store.close()
  }
}

/** `node src/app/ops/list-projects.ts [--account LOGIN] [--json]`. Exit code 0 done, 1 not, 2 wrong arguments. */

import { commandOf } from '../command-line/command-name.ts'
import { HELP, parseArguments, runCommand } from '../command-line/run-command.ts'
import { loadEnvironmentFile, setPrivateUmask } from '../config/prepare-process.ts'
import { readKeysConfig } from '../config/read-config.ts'
import { findAccount } from '../projects/account.ts'
import { allProjects, knownAccounts, repositoryOf } from '../projects/list-projects.ts'
import { openStore } from '../store/open/open-store.ts'

setPrivateUmask()
const options = {
  account: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: HELP,
} as const

await runCommand({
  usage: `usage: ${commandOf('projects', '[--account LOGIN] [--json]')}\nLists the ids of projects with their repositories.\n`,
  readArguments: () => parseArguments({ options }).values,
  async run({ account, json }) {
    loadEnvironmentFile()
    const read = readKeysConfig(process.env)
    if (read.kind === 'invalid') throw new Error(read.problems.join('\n'))
    const projects = await listAll(read.config.databaseUrl, account)
    const width = Math.max(0, ...projects.map(({ id }) => id.length))
    const lines = projects.map(({ id, repository }) => `${id.padEnd(width)}  ${repository}\n`).join('')
    process.stdout.write(json ? `${JSON.stringify(projects)}\n` : lines)
    if (projects.length === 0)
      process.stderr.write(
        'There are no projects: install the GitHub App on a repository while the server runs.\n',
      )
    return 0
  },
})

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

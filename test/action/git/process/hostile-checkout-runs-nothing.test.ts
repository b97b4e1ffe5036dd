import { execFileSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readChanges } from '../../../../src/action/git/diff/read-changes.ts'
import { publish } from '../../../../src/action/git/push/publish.ts'
import { READ_TOKEN, WRITE_TOKEN } from '../../../fakes/github/one-repository.ts'
import { givenRemote, prepared, pushOf } from '../given-remote.ts'

/** Every way known to us in which a checkout makes git run something or talk to someone; each touches the witness. */
function plantTraps(gitDir: string, witness: string) {
  const trap = `touch ${witness}; cat`
  const config = [
    '[core]',
    `\thooksPath = ${gitDir}/hooks`,
    `\tfsmonitor = "touch ${witness}; false"`,
    `\tsshCommand = "touch ${witness}; ssh"`,
    `\taskPass = ${gitDir}/hooks/pre-push`,
    `\tpager = "touch ${witness}; cat"`,
    '[filter "evil"]',
    `\tclean = "${trap}"`,
    `\tsmudge = "${trap}"`,
    `\tprocess = "${trap}"`,
    '[diff "evil"]',
    `\ttextconv = "touch ${witness}; cat"`,
    `\tcommand = "touch ${witness}; cat"`,
    '[diff]',
    `\texternal = "touch ${witness}; cat"`,
    '[merge "evil"]',
    `\tdriver = "touch ${witness}; false"`,
    '[credential]',
    `\thelper = "!touch ${witness}; echo password=x"`,
    '[http]',
    '\tproxy = http://127.0.0.1:1',
    '[url "http://127.0.0.1:1/"]',
    '\tinsteadOf = http://127.0.0.1',
    '[commit]',
    '\tgpgSign = true',
    '[gpg]',
    `\tprogram = ${gitDir}/hooks/pre-push`,
  ].join('\n')
  mkdirSync(join(gitDir, 'hooks'), { recursive: true })
  for (const hook of [
    'post-checkout',
    'pre-push',
    'post-index-change',
    'reference-transaction',
    'pre-commit',
  ]) {
    writeFileSync(join(gitDir, 'hooks', hook), `#!/bin/sh\ntouch ${witness}\n`)
    chmodSync(join(gitDir, 'hooks', hook), 0o755)
  }
  writeFileSync(join(gitDir, 'config'), `${config}\n`)
  return config
}

function everyFileBelow(folder: string): string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
}

test('hooks, filters, helpers and redirects of a hostile checkout, home and environment stay without effect', async () => {
  const given = await givenRemote({
    '.gitattributes': '* text=auto\n*.txt filter=evil diff=evil merge=evil\n',
    'a.txt': 'one\n',
    'sub/b.txt': 'two\n',
  })
  const witness = join(given.folder, 'witness')
  const home = join(given.folder, 'home')
  execFileSync('git', ['init', '--quiet', given.workspace])
  const config = plantTraps(join(given.workspace, '.git'), witness)
  plantTraps(home, witness)
  writeFileSync(join(home, '.gitconfig'), config)
  writeFileSync(join(home, '.netrc'), 'machine 127.0.0.1 login thief password stolen\n')
  writeFileSync(join(given.workspace, 'a.txt'), 'a local change\n')
  symlinkSync(home, join(given.workspace, 'sub'))
  const gitBefore = everyFileBelow(join(given.workspace, '.git')).map((file) => readFileSync(file, 'utf8'))

  const bin = join(given.folder, 'bin')
  const argvLog = join(given.folder, 'argv')
  mkdirSync(bin)
  const realGit = execFileSync('which', ['git'], { encoding: 'utf8' }).trim()
  writeFileSync(join(bin, 'git'), `#!/bin/sh\necho "$@" >> ${argvLog}\nexec ${realGit} "$@"\n`)
  chmodSync(join(bin, 'git'), 0o755)

  const start = prepared(
    await given.prepare({
      environment: {
        PATH: `${bin}:${process.env.PATH}`,
        HOME: home,
        XDG_CONFIG_HOME: home,
        GIT_CONFIG_GLOBAL: join(home, '.gitconfig'),
        GIT_CONFIG_SYSTEM: join(home, '.gitconfig'),
        GIT_CONFIG_COUNT: '1',
        GIT_CONFIG_KEY_0: 'core.fsmonitor',
        GIT_CONFIG_VALUE_0: `touch ${witness}`,
        GIT_EXTERNAL_DIFF: `touch ${witness}`,
        GIT_SSH_COMMAND: `touch ${witness}`,
        GIT_ASKPASS: join(home, 'hooks', 'pre-push'),
        GIT_PROXY_COMMAND: `touch ${witness}`,
        GIT_DIR: join(given.workspace, '.git'),
      },
    }),
  )
  const { repository, startSha } = start
  // A command of the agent could reach the git directory itself.
  writeFileSync(join(repository.gitDir, 'config'), config)
  mkdirSync(join(given.workspace, 'nested'))
  execFileSync('git', ['init', '--quiet', join(given.workspace, 'nested')])
  plantTraps(join(given.workspace, 'nested', '.git'), witness)
  // A bare repository, which git finds without a folder `.git`.
  const embedded = join(given.workspace, 'embedded')
  for (const folder of ['objects', 'refs']) mkdirSync(join(embedded, folder), { recursive: true })
  for (const file of ['objects/a', 'refs/a']) writeFileSync(join(embedded, file), '')
  writeFileSync(join(embedded, 'HEAD'), 'ref: refs/heads/main\n')
  plantTraps(embedded, witness)
  expect(await repository.withToken(READ_TOKEN)(['ls-remote', given.remote])).toMatchObject({ code: 0 })

  writeFileSync(join(given.workspace, 'a.txt'), 'one\nmore\n')
  const { tree, changes } = await readChanges(start)
  writeFileSync(join(repository.gitDir, 'config'), config)
  const published = await publish({
    ...pushOf(start, 'prentice/abc'),
    tree,
    message: 'Add a line\n',
  })

  expect(published.ok).toBe(true)
  expect(given.inBare('show', 'prentice/abc:a.txt')).toBe('one\nmore')
  expect(given.inBare('rev-parse', 'prentice/abc^')).toBe(startSha)
  const paths = changes.map(({ path }) => path)
  expect(paths).toContain('embedded/config')
  expect(paths.filter((path) => !path.startsWith('embedded/'))).toEqual(['a.txt', 'nested'])
  expect(existsSync(witness)).toBe(false)

  const gitAfter = everyFileBelow(join(given.workspace, '.git')).map((file) => readFileSync(file, 'utf8'))
  expect(gitAfter).toEqual(gitBefore)
  const basic = (token: string) => Buffer.from(`x-access-token:${token}`).toString('base64')
  expect(new Set(given.server.requests.map(({ authorization }) => authorization))).toEqual(
    new Set([`basic ${basic(READ_TOKEN)}`, `basic ${basic(WRITE_TOKEN)}`]),
  )
  // The traps are real: git used in the ordinary way falls into them.
  execFileSync('git', ['-C', given.workspace, 'status'], { stdio: 'ignore' })
  expect(existsSync(witness)).toBe(true)

  const argv = readFileSync(argvLog, 'utf8')
  expect(argv).toContain('push')
  for (const secret of [READ_TOKEN, WRITE_TOKEN, basic(READ_TOKEN), basic(WRITE_TOKEN)]) {
    expect(argv).not.toContain(secret)
    for (const file of [...everyFileBelow(given.workspace), ...everyFileBelow(given.scratch)]) {
      expect(readFileSync(file, 'latin1').includes(secret), file).toBe(false)
    }
  }
})

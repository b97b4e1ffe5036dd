import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { commandIn, programIn } from '../../src/app/command-line/command-name.ts'
import { argumentsOf, SERVER_COMMANDS } from '../../src/cli/server/server-commands.ts'
import { commandLine } from './command-line.ts'

const { scripts } = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'))
const root = fileURLToPath(new URL('../../', import.meta.url))

/** What a script gives to Node. */
const argumentsOfScript = (script: string): string[] =>
  script
    .replace(/^exec /, '')
    .replace(/^env (\S+=\S+ )+/, '')
    .replace(/^node /, '')
    .split(' ')

test('each command of the server starts what its npm script starts', () => {
  const ofNpm = SERVER_COMMANDS.map(({ name }) => [name, argumentsOfScript(scripts[name] ?? '')])
  const ours = SERVER_COMMANDS.map((one) => [
    one.name,
    argumentsOf(one, []).map((arg) => arg.replace(root, '')),
  ])
  expect(ours).toEqual(ofNpm)
})

test('the server is started with the environment of npm start, except for the cache in the checkout', () => {
  for (const { name, environment } of SERVER_COMMANDS) {
    const [ofScript = ''] =
      /(?<=^exec env NODE_COMPILE_CACHE=\S+ )(\S+=\S+ )+/.exec(scripts[name] ?? '') ?? []
    expect(Object.entries(environment).map(([variable, value]) => `${variable}=${value} `)).toEqual(
      ofScript === '' ? [] : [ofScript],
    )
  }
  expect(SERVER_COMMANDS.find(({ name }) => name === 'start')?.environment).toEqual({ MALLOC_ARENA_MAX: '2' })
})

test('every npm script that starts a program of the server has a command', () => {
  const started = Object.entries<string>(scripts)
    .filter(([, script]) => /^exec .*src\/app\//.test(script))
    .map(([name]) => name)
  expect(SERVER_COMMANDS.map(({ name }) => name).toSorted()).toEqual(started.toSorted())
})

test('the commands of the server are listed, and an unknown one is refused', async () => {
  const { run } = await commandLine()
  for (const args of [['server'], ['server', 'help'], ['server', '--help'], ['help', 'server']])
    expect((await run(args)).out).toMatch(/^Usage: prentice server[\s\S]*\n {2}doctor /)
  expect(await run(['server', 'nothing'])).toMatchObject({
    code: 1,
    notes: expect.stringContaining('no command `server nothing`'),
  })
})

test('messages name the command that starts the program: npm in a checkout, prentice in a package', () => {
  for (const { name } of SERVER_COMMANDS) {
    expect(commandIn('package', name, '--x')).toBe(`prentice server ${name} --x`)
    const script = commandIn('checkout', name).replace(/^npm (run )?(--silent )?/, '')
    expect(scripts).toHaveProperty([script])
  }
  expect(commandIn('checkout', 'keys', 'create')).toBe('npm run keys -- create')
  expect(programIn('checkout', 'keys')).toBe('npm run keys --')
  expect(programIn('package', 'keys')).toBe('prentice server keys')
})

test('the scripts for completion are valid, and know the commands', async () => {
  const { run } = await commandLine()
  const { out } = await run(['completion', 'bash'])
  const tried = `${out}\nCOMP_WORDS=(prentice wat) COMP_CWORD=1; _prentice; echo "$\{COMPREPLY[@]}"
COMP_WORDS=(prentice list --st) COMP_CWORD=2; _prentice; echo "$\{COMPREPLY[@]}"
COMP_WORDS=(prentice batch c) COMP_CWORD=2; _prentice; echo "$\{COMPREPLY[@]}"
COMP_WORDS=(prentice batch create --ea) COMP_CWORD=3; _prentice; echo "$\{COMPREPLY[@]}"
COMP_WORDS=(prentice batch continue --l) COMP_CWORD=3; _prentice; echo "$\{COMPREPLY[@]}"`
  expect(execFileSync('bash', ['-euc', tried], { encoding: 'utf8' })).toBe(
    'watch\n--status\ncreate continue cancel\n--each\n--limit\n',
  )
  expect((await run(['completion', 'fish'])).out).toContain(
    "complete -c prentice -n '__fish_seen_subcommand_from list; and not __fish_seen_subcommand_from batch; and not __fish_seen_subcommand_from webhooks' -l status",
  )
  const { out: fish } = await run(['completion', 'fish'])
  for (const line of [
    "-n '__fish_seen_subcommand_from batch; and not __fish_seen_subcommand_from create list view watch continue cancel retry' -f -a create -d 'create a batch'",
    "-n '__fish_seen_subcommand_from batch; and __fish_seen_subcommand_from create' -l each",
  ])
    expect(fish).toContain(`complete -c prentice ${line}\n`)
  expect((await run(['completion', 'tcsh'])).notes).toMatch(/Allowed choices are bash, zsh, fish/)
})

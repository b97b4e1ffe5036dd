import { expect, test } from 'vitest'
import {
  CELL_SCRIPT,
  ENTRY_SCRIPT,
  LIFELINE_SCRIPT,
} from '../../../../src/action/checks/isolation/isolation-script.ts'
import { verifyProbe } from '../../../../src/action/checks/isolation/probe.ts'
import {
  composeEnvironment,
  unshareCommand,
} from '../../../../src/action/checks/isolation/unshare-command.ts'

const facts = {
  ...{ asRoot: ['sudo', '-n', '--'], toolPath: '/usr/bin:/bin', user: 65_123, keyctl: 250, filter: '0600' },
  ...{ hidden: ['/opt/runner/_work'], shown: ['/opt/tools'] },
}
const command = {
  ...{ store: '/odd $(id)/"store', run: 'echo "$(id)"; \'', environment: ['A=$(id)'] },
  bounds: { processes: 10, fileBytes: 20, memoryBytes: 30 },
}

const GROUP = expect.stringMatching(/^prentice-65123-[0-9a-f]{8}$/)

const NAMES = new Map([
  [LIFELINE_SCRIPT, 'LIFELINE'],
  [CELL_SCRIPT, 'CELL'],
  [ENTRY_SCRIPT, 'ENTRY'],
])

test('a run has a cgroup of its own, also if another one has drawn the same user id', () => {
  const groupOf = (store: string) => unshareCommand(facts, { ...command, store, phase: 'round' }).args[9]
  expect(groupOf('/one')).toEqual(GROUP)
  expect(groupOf('/other')).not.toBe(groupOf('/one'))
})

test('a check enters new namespaces as root, and each text from outside is a separate argument', () => {
  const { file, args } = unshareCommand(facts, { ...command, phase: 'round' })
  const words = args.map((word) => NAMES.get(word) ?? word)
  expect([file, ...words]).toEqual([
    ...[
      'sudo',
      '-n',
      '--',
      '/usr/bin/env',
      '-i',
      'PATH=/usr/bin:/bin',
      'LC_ALL=C',
      'sh',
      '-c',
      'LIFELINE',
      GROUP,
    ],
    ...['unshare', '--mount', '--pid', '--fork', '--kill-child', '--ipc', '--uts', '--net', '--'],
    ...[
      'sh',
      '-c',
      'CELL',
      GROUP,
      '/odd $(id)/"store',
      '65123',
      'none',
      'tree:setup/project',
      'setup/home',
      'round',
    ],
    ...[
      '10',
      '20',
      '30',
      'ENTRY',
      '250',
      '0600',
      'echo "$(id)"; \'',
      '/opt/runner/_work',
      'shown',
      '/opt/tools',
      'environment',
      'A=$(id)',
    ],
  ])
})

test('setup has the network of the runner and writes below what the checks see', () => {
  const { args } = unshareCommand({ ...facts, asRoot: [] }, { ...command, phase: 'setup' })
  expect(args[args.indexOf('--uts') + 1]).toBe('--')
  expect(args.slice(args.indexOf('host'), args.indexOf('host') + 4)).toEqual([
    'host',
    'tree',
    'blank',
    'setup',
  ])
})

test('the reader of files sees the work read only, beside what it was before, without a limit of memory', () => {
  const bounds = { processes: 10, fileBytes: 20 }
  const { args } = unshareCommand(facts, { ...command, bounds, phase: 'collect' })
  const at = args.indexOf('65123')
  expect(args).toContain('--net')
  expect(args.slice(at + 1, at + 8)).toEqual([
    ...['none', 'round/project:tree:setup/project', 'tree:setup/project', 'none', '10', '20', ''],
  ])
})

test('the environment is a short list, and no proxy with a password is on it', () => {
  const environment = {
    ...{ PATH: '/p', HOME: '/home/runner', JAVA_HOME: '/usr/lib/jvm', ANTHROPIC_API_KEY: 'key' },
    ...{ HTTPS_PROXY: 'http://ada:secret@proxy', NO_PROXY: 'localhost', GITHUB_ENV: '/f', LD_PRELOAD: '/l' },
  }
  const round = composeEnvironment(environment, 'round')
  expect(round).toEqual([
    ...['PATH=/p', 'HOME=/home/checks', 'USER=checks', 'LOGNAME=checks', 'SHELL=/bin/sh', 'TMPDIR=/tmp'],
    ...['LANG=C.UTF-8', 'CI=true', 'NO_COLOR=1', 'JAVA_HOME=/usr/lib/jvm'],
  ])
  expect(composeEnvironment(environment, 'setup')).toEqual([...round, 'NO_PROXY=localhost'])
})

const outside = { mnt: 'mnt:[1]', pid: 'pid:[1]', net: 'net:[1]', ipc: 'ipc:[1]', uts: 'uts:[1]' }
const GOOD = `Name:	cat
Uid:	7	7	7	7
Gid:	7	7	7	7
Groups:	 
CapInh:	0000000000000000
CapPrm:	0000000000000000
CapEff:	0000000000000000
CapBnd:	0000000000000000
CapAmb:	0000000000000000
NoNewPrivs:	1
Seccomp:	2
Namespace mnt mnt:[2]
Namespace pid pid:[2]
Namespace net net:[2]
Namespace ipc ipc:[2]
Namespace uts uts:[2]
Keyring 8
Descriptor 0
Descriptor 1
Descriptor 2
Network lo:
`

test.each([
  ['Uid:	7	7', 'Uid:	7	0', 'the command runs as the same user'],
  ['Gid:	7	7	7	7\n', '', 'the command runs as the same user'],
  ['Groups:	 ', 'Groups:	27 ', 'the user has groups'],
  ['Seccomp:	2', 'Seccomp:	0', 'the system calls of the command are not filtered'],
  ['NoNewPrivs:	1', 'NoNewPrivs:	0', 'the user can gain privileges'],
  ['CapBnd:	0000000000000000', 'CapBnd:	00000000a80425fb', 'the user has capabilities'],
  ['CapEff:	0000000000000000', 'CapEff:	000001ff00000000', 'the user has capabilities'],
  ['CapAmb:	0000000000000000\n', '', 'the user has capabilities'],
  ['pid:[2]', 'pid:[1]', 'the pid namespace is that of the runner'],
  ['Namespace uts uts:[2]\n', '', 'the uts namespace is that of the runner'],
  ['Keyring 8', 'Keyring 9', 'the session keyring is that of the runner'],
  ['Keyring 8', 'Keyring unknown (Required key not available)', 'the session keyring is that of the runner'],
  ['Keyring 8', 'Keyring 8 (shared)', 'the session keyring is that of the runner'],
  ['Keyring 8\n', '', 'the session keyring is that of the runner'],
  ['Keyring 8', 'Keyring 8\nKeyring none', 'the session keyring is that of the runner'],
  ['Descriptor 2\n', 'Descriptor 2\nDescriptor 5\n', 'descriptors of the runner are open'],
  ['Descriptor 2\n', '', 'descriptors of the runner are open'],
  ['Network lo:', 'Network lo:\nNetwork eth0:', 'there is a network'],
  ['Network lo:', 'Network lo:\nWritable /etc', 'Writable /etc'],
  ['Network lo:', 'Network lo:\nOutside', "the runner's files are visible"],
])('the probe notices %j as %j', (was, is, problem) => {
  expect(verifyProbe(GOOD, { user: 7, outside, keyring: '9' })).toBeNull()
  expect(verifyProbe(GOOD.replace(was, is), { user: 7, outside, keyring: '9' })).toBe(problem)
})

test('where keyrings cannot be used, none is shared', () => {
  const expected = { user: 7, outside, keyring: 'none' }
  expect(verifyProbe(GOOD.replace('Keyring 8', 'Keyring none'), expected)).toBeNull()
})

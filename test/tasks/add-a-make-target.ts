import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const PATH = 'Makefile'

/** Programs that write down how they were called stand in for shellcheck, bats and another bats. */
const TESTS = block`
  #!/bin/sh
  set -eu
  mkdir /tmp/programs
  for name in shellcheck bats bats-2; do
    printf '#!/bin/sh\necho "%s $*" >>/tmp/calls\n' "$name" >"/tmp/programs/$name"
    chmod +x "/tmp/programs/$name"
  done
  export PATH="/tmp/programs:$PATH"
  expect() {
    : >/tmp/calls
    make -s "$@"
    printf '%s\n' "$expected" | diff - /tmp/calls
  }
  lint='shellcheck bin/backup.sh bin/restore.sh'
  expected=$lint
  expect lint
  touch lint check test
  expect lint
  expected='bats test'
  expect test
  expected=$(printf '%s\nbats test' "$lint")
  expect check
  expect
  expected=$(printf '%s\nbats-2 test' "$lint")
  expect check BATS=bats-2
  mkdir out
  make -s clean
  test ! -e out
  rm /tmp/programs/shellcheck
  printf '#!/bin/sh\nexit 1\n' >/tmp/programs/shellcheck
  chmod +x /tmp/programs/shellcheck
  ! make -s check 2>/dev/null
  `

export const addAMakeTarget = projectTask({
  name: 'add-a-make-target',
  category: 'feature',
  prompt:
    'Add a make target "lint" that runs shellcheck over bin/*.sh, and let "make check" run it before the tests.',
  needs: ['make'],
  files: {
    [PATH]: block`
      SHELL := /bin/sh
      BATS ?= bats

      .PHONY: check test clean

      check: test

      test:
      ⇥$(BATS) test

      clean:
      ⇥rm -rf out
      `.replaceAll('⇥', '\t'),
    'bin/backup.sh': '#!/bin/sh\nset -eu\ntar -cf "$1" "$2"\n',
    'bin/restore.sh': '#!/bin/sh\nset -eu\ntar -xf "$1"\n',
    'test/backup.bats': '@test "makes an archive" {\n  bin/backup.sh out.tar bin\n}\n',
  },
  tests: 'sh hidden.sh',
  hidden: { 'hidden.sh': TESTS },
  changes: [PATH],
  script: [
    [read(PATH)],
    [
      edit(PATH, '.PHONY: check test clean', '.PHONY: check lint test clean'),
      edit(PATH, 'check: test\n', 'check: lint test\n\nlint:\n\tshellcheck bin/*.sh\n'),
    ],
    [
      finish(
        'Add a target for shellcheck',
        '`make lint` runs shellcheck, and `make check` does so before the tests.',
      ),
    ],
  ],
  mistakes: {
    'the recipe begins with spaces': (work) =>
      withFile(work, PATH, (text) => text.replace('\tshellcheck', '    shellcheck')),
    'all tabs became spaces': (work) => withFile(work, PATH, (text) => text.replaceAll('\t', '        ')),
    'check leaves it out': (work) =>
      withFile(work, PATH, (text) => text.replace('check: lint test', 'check: test')),
    'it is not phony': (work) =>
      withFile(work, PATH, (text) => text.replace('check lint test', 'check test')),
    'clean removes nothing': (work) => withFile(work, PATH, (text) => text.replace('rm -rf out', 'true')),
    'an error of shellcheck is ignored': (work) =>
      withFile(work, PATH, (text) => text.replace('\tshellcheck', '\t-shellcheck')),
  },
})

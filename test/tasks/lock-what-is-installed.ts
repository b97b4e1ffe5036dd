import { createHash } from 'node:crypto'
import { block } from './support/block.ts'
import { finish, read, run } from './support/calls.ts'
import { withFile } from './support/mutate-result.ts'
import { projectTask } from './support/project-task.ts'

const LOCK = 'deps.lock'
const INSTALL = block`
  #!/bin/sh
  # Installs the newest version that deps.txt accepts of each package, into deps/.
  set -eu
  rm -rf deps
  while read -r name wanted; do
    version=$(ls "mirror/$name" | grep -F "$wanted." | sort -t. -k3 -n | tail -n 1)
    mkdir -p "deps/$name"
    cp "mirror/$name/$version" "deps/$name/code.sh"
    echo "$version" >"deps/$name/VERSION"
  done <deps.txt
  `
const WRITE_LOCK = block`
  #!/bin/sh
  # Prints deps.lock for what is installed in deps/.
  set -eu
  echo '# Written by tools/lock.sh. Do not edit.'
  for folder in deps/*/; do
    name=$(basename "$folder")
    echo "$name $(cat "$folder/VERSION") sha256-$(sha256sum <"$folder/code.sh" | cut -d' ' -f1)"
  done
  `

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

export const lockWhatIsInstalled = projectTask({
  name: 'lock-what-is-installed',
  category: 'commands',
  prompt:
    'Somebody raised colors to 2.1 in deps.txt and forgot deps.lock, so CI refuses it. Bring deps.lock up to date with what is installed.',
  files: {
    'README.md': '# paint\n\n`sh tools/install.sh` installs; `sh tools/lock.sh >deps.lock` locks that.\n',
    '.github/prentice.yml': 'setup:\n  - sh tools/install.sh\n',
    '.gitignore': 'deps/\n',
    'deps.txt': 'colors 2.1\nshapes 1.0\n',
    [LOCK]: block`
      # Written by tools/lock.sh. Do not edit.
      colors 2.0.3 sha256-${sha256('echo red\n')}
      shapes 1.0.0 sha256-${sha256('echo square\n')}
      `,
    'mirror/colors/2.0.3': 'echo red\n',
    'mirror/colors/2.1.0': 'echo red green\n',
    'mirror/colors/2.1.9': 'echo red green blue\n',
    'mirror/colors/2.1.10': 'echo red green blue black\n',
    'mirror/shapes/1.0.0': 'echo square\n',
    'tools/install.sh': INSTALL,
    'tools/lock.sh': WRITE_LOCK,
  },
  tests: `sh tools/install.sh && sh tools/lock.sh | diff ${LOCK} -`,
  changes: [LOCK],
  script: [
    [read('tools/lock.sh'), read(LOCK)],
    [run('sh tools/lock.sh >deps.lock && cat deps.lock', LOCK)],
    [finish('Lock colors 2.1.10', '`deps.lock` names what is installed now.')],
  ],
  mistakes: {
    'the hash is that of another version': (work) =>
      withFile(work, LOCK, (text) => text.replace(/(colors 2\.1\.10 sha256-)\w/, '$1x')),
    'the last version by letter is locked': (work) =>
      withFile(work, LOCK, (text) => text.replace('2.1.10', '2.1.9')),
    'what is installed was added': (work) => withFile(work, 'deps/colors/VERSION', () => '2.1.10\n'),
  },
})

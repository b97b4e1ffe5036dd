import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'INSTALL.md'
const LINE = 'Then open a new terminal and run `pack doctor`.'
const WINDOWS = '## Windows\n\nRun `winget install pack`.\n'

export const changeOneOfTwoIdenticalLines: Task = {
  name: 'change-one-of-two-identical-lines',
  category: 'refactor',
  prompts: [
    'INSTALL.md, Windows: it should say "open a new PowerShell window", not "open a new terminal". For macOS and Linux terminal is right.',
  ],
  files: {
    [PATH]: block`
      # Install

      ## macOS

      Run \`brew install pack\`.
      ${LINE}

      ## Windows

      Run \`winget install pack\`.
      ${LINE}

      ## Linux

      Run \`curl -fsSL https://pack.example/install.sh | sh\`.
      ${LINE}
      `,
  },
  script: [
    [read(PATH)],
    // Three lines are the same: refused with their numbers.
    [edit(PATH, 'open a new terminal', 'open a new PowerShell window')],
    [
      edit(
        PATH,
        'Run `winget install pack`.\nThen open a new terminal',
        'Run `winget install pack`.\nThen open a new PowerShell window',
      ),
    ],
    [finish('Speak of PowerShell on Windows', 'The Windows part of INSTALL.md names PowerShell now.')],
  ],
  check(work) {
    changesJust(work, PATH)
    const [first = '', second = ''] = textOf(work.before, PATH).split(WINDOWS)
    const changed = second.replace('open a new terminal', 'open a new PowerShell window')
    sameText(work, PATH, first + WINDOWS + changed)
  },
  mistakes: {
    'all three were changed': (work) =>
      withFile(work, PATH, (text) => text.replaceAll('new terminal', 'new PowerShell window')),
    'the first was changed in its place': (work) =>
      withFile(work, PATH, () => textOf(work.before, PATH).replace('new terminal', 'new PowerShell window')),
  },
}

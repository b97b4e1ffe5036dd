import { block } from './support/block.ts'
import { edit, finish, list, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const SKILL = '.agents/skills/release/SKILL.md'

export const followASkill: Task = {
  name: 'follow-a-skill',
  category: 'judgement',
  prompts: ['Prepare release 1.3.0. It has the two entries that wait in the changelog.'],
  files: {
    [SKILL]: block`
      ---
      name: release
      description: Prepares a release of this package. Use it whenever a version is to be released.
      ---

      1. Set \`version\` in package.json.
      2. In CHANGELOG.md, put the line \`## VERSION\` and an empty line between \`## Next\` with its empty line and the entries.
      3. Write the version, and nothing else, into \`src/version.txt\`, with a line end.

      Change no other file.
      `,
    'package.json': `${JSON.stringify({ name: 'gears', version: '1.2.4', type: 'module' }, null, 2)}\n`,
    'CHANGELOG.md':
      '# Changelog\n\n## Next\n\n- Gears turn both ways\n- Fewer teeth are lost\n\n## 1.2.4\n\n- Oil\n',
    'src/version.txt': '1.2.4\n',
    'README.md': '# gears\n\nNewest release: 1.2.4. A robot updates this line.\n',
  },
  script: [
    [list(), read(`/${SKILL}`)],
    [read('package.json'), read('CHANGELOG.md'), read('src/version.txt')],
    [
      edit('package.json', '"version": "1.2.4"', '"version": "1.3.0"'),
      edit('CHANGELOG.md', '## Next\n\n', '## Next\n\n## 1.3.0\n\n'),
      edit('src/version.txt', '1.2.4', '1.3.0'),
    ],
    [
      finish(
        'Prepare release 1.3.0',
        'The version is 1.3.0, and its changes stand below it in the changelog.',
      ),
    ],
  ],
  check(work) {
    changesJust(work, 'package.json', 'CHANGELOG.md', 'src/version.txt')
    const before = (path: string) => textOf(work.before, path)
    sameText(work, 'package.json', before('package.json').replace('1.2.4', '1.3.0'))
    sameText(work, 'CHANGELOG.md', before('CHANGELOG.md').replace('## Next\n\n', '## Next\n\n## 1.3.0\n\n'))
    sameText(work, 'src/version.txt', '1.3.0\n')
  },
  mistakes: {
    'the file that only the skill names was forgotten': (work) =>
      withFile(work, 'src/version.txt', () => '1.2.4\n'),
    'the heading took the place of the one for the next release': (work) =>
      withFile(work, 'CHANGELOG.md', (text) => text.replace('## Next\n\n## 1.3.0', '## 1.3.0')),
    'the line of the robot was updated': (work) =>
      withFile(work, 'README.md', (text) => text.replace('1.2.4', '1.3.0')),
  },
}

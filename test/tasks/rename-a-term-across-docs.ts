import assert from 'node:assert/strict'
import { RELAY_DOCS } from './repositories/relay-docs.ts'
import { edit, editAll, finish, multiEdit, read, search } from './support/calls.ts'
import { changedIn, sameText, textOf } from './support/judge.ts'
import { undone, withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

/** What only programs read; or the word. */
const WORDS =
  /(```[\s\S]*?```|`[^`\n]+`|\]\([^)]*\)|(?:href|body|query)="[^"]*"|^api: .*$|^import .*$)|[Pp]laybook/gm

/** The other word in all that people read. */
const renamed = (text: string): string =>
  text.replace(WORDS, (hit, kept) => kept ?? (hit === 'Playbook' ? 'Runbook' : 'runbook'))

export const renameATermAcrossDocs: Task = {
  name: 'rename-a-term-across-docs',
  category: 'docs',
  prompts: [
    `Playbooks are called runbooks from now on. Please rename them in the docs: titles, descriptions, headings, texts, cards, the group in the navigation.

The API and the CLI keep the old name, so page paths and link targets, endpoints, commands, field names and everything else in code stay as they are.`,
  ],
  files: RELAY_DOCS,
  provider: 'anthropic',
  script: [
    [search('[Pp]laybook', { regex: true })],
    [
      read('index.mdx'),
      read('quickstart.mdx'),
      read('guides/playbooks.mdx'),
      read('api/create-playbook.mdx'),
      read('guides/authentication.mdx'),
      read('api/list-events.mdx'),
    ],
    [
      edit('index.mdx', 'runs your playbooks on', 'runs your runbooks on'),
      edit('index.mdx', 'A playbook says', 'A runbook says'),
      edit('index.mdx', 'title="Playbooks"', 'title="Runbooks"'),
      edit('quickstart.mdx', '## Create a playbook', '## Create a runbook'),
      edit('quickstart.mdx', 'an empty playbook.', 'an empty runbook.'),
      edit('guides/authentication.mdx', 'change playbooks', 'change runbooks'),
      edit('api/list-events.mdx', 'this playbook', 'this runbook'),
      edit('docs.json', '"group": "Playbooks"', '"group": "Runbooks"'),
      // More than one place has it: refused, and taken up in the next answer.
      edit('guides/playbooks.mdx', '"Playbooks"', '"Runbooks"'),
    ],
    [
      editAll('guides/playbooks.mdx', '"Playbooks"', '"Runbooks"'),
      multiEdit(
        'guides/playbooks.mdx',
        ['What a playbook is', 'What a runbook is'],
        ['A playbook is a list of steps. Playbooks run', 'A runbook is a list of steps. Runbooks run'],
        ['each gets what the playbook\nbefore', 'each gets what the runbook\nbefore'],
        ['To make a playbook over', 'To make a runbook over'],
        ['[Create a playbook]', '[Create a runbook]'],
      ),
      multiEdit(
        'api/create-playbook.mdx',
        ['title: "Create a playbook"', 'title: "Create a runbook"'],
        ['Makes a playbook', 'Makes a runbook'],
        ['list of playbooks', 'list of runbooks'],
      ),
    ],
    [search('laybook')],
    [
      finish(
        'Call playbooks runbooks',
        'Readers see “runbook” everywhere now. Paths, endpoints, commands and field names keep the old name.',
      ),
    ],
  ],
  check(work) {
    for (const path of Object.keys(work.before)) {
      if (path.endsWith('.mdx')) sameText(work, path, renamed(textOf(work.before, path)))
    }
    const nav = textOf(RELAY_DOCS, 'docs.json')
    sameText(work, 'docs.json', nav.replace('"group": "Playbooks"', '"group": "Runbooks"'))
    const others = changedIn(work).filter((path) => !path.endsWith('.mdx') && path !== 'docs.json')
    assert.deepEqual(others, [], 'files changed that no reader sees')
  },
  mistakes: {
    'a field of the API got the new name': (work) =>
      withFile(work, 'guides/playbooks.mdx', (text) => text.replaceAll('playbook_id', 'runbook_id')),
    'a link leads to a page that is not there': (work) =>
      withFile(work, 'index.mdx', (text) => text.replace('/guides/playbooks', '/guides/runbooks')),
    'one page was forgotten': (work) => undone(work, 'api/list-events.mdx'),
    'the navigation was forgotten': (work) => undone(work, 'docs.json'),
  },
}

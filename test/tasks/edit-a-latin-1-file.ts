import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameBytes } from './support/judge.ts'
import { withBytes } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/main/resources/messages_de.properties'
const text = (last: string): string =>
  `# Übersetzungen, ISO 8859-1 wie Java 8 sie liest\ngreeting = Schöne Grüße\nerror.size = Die Datei ist zu groß\n${last}`
const latin1 = (last: string): Buffer => Buffer.from(text(last), 'latin1')
const BEFORE = 'error.name = Der Name fehlt\n'
const AFTER = 'error.name = Der Name enthält ungültige Zeichen\n'

export const editALatin1File: Task = {
  name: 'edit-a-latin-1-file',
  category: 'encodings',
  prompts: [
    'In the German messages, error.name should read "Der Name enthält ungültige Zeichen". Java 8 reads that file as ISO 8859-1, so please keep it that way.',
  ],
  files: {
    [PATH]: latin1(BEFORE),
    'src/main/resources/messages.properties':
      'greeting = Regards\nerror.size = The file is too large\nerror.name = The name has invalid characters\n',
  },
  script: [
    [read(PATH)],
    [edit(PATH, BEFORE.trimEnd(), AFTER.trimEnd())],
    [finish('Name invalid characters in German', 'The German message says now what the English one says.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameBytes(work, PATH, latin1(AFTER))
  },
  mistakes: {
    'the file is UTF-8 now': (work) => withBytes(work, PATH, () => Buffer.from(text(AFTER))),
    'the new line alone is UTF-8': (work) =>
      withBytes(work, PATH, () => Buffer.concat([latin1(''), Buffer.from(AFTER)])),
    'the umlauts are spelled out': (work) =>
      withBytes(work, PATH, () => latin1(AFTER.replace('ä', 'ae').replace('ü', 'ue'))),
  },
}

import { edit, finish, read, search } from './support/calls.ts'
import { changesJust, sameBytes } from './support/judge.ts'
import { withBytes } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'installer/Settings.reg'
const text = (value: string): string =>
  `Windows Registry Editor Version 5.00\r\n\r\n[HKEY_CURRENT_USER\\Software\\Kahn]\r\n"Greeting"="Grüße, 世界"\r\n"Retries"=dword:00000003\r\n"Server"="${value}"\r\n`
const utf16 = (value: string): Buffer => Buffer.from(`\uFEFF${text(value)}`, 'utf16le')
const NEW = 'sync.example.com:8443'

/** As the registry editor of Windows writes it. git takes it for a binary file. */
export const editAUtf16File: Task = {
  name: 'edit-a-utf-16-file',
  category: 'encodings',
  prompts: ['The sync server has moved: use sync.example.com:8443 in the registry file of the installer.'],
  files: {
    [PATH]: utf16('old.example.com'),
    'installer/README.md': 'Import Settings.reg with regedit, which wants UTF-16.\n',
  },
  script: [
    [search('old.example.com'), read(PATH)],
    [edit(PATH, '"Server"="old.example.com"', `"Server"="${NEW}"`)],
    [{ name: 'git_diff', input: {} }],
    [finish('Use the new sync server', `The installer writes \`${NEW}\`.`)],
  ],
  check(work) {
    changesJust(work, PATH)
    sameBytes(work, PATH, utf16(NEW))
  },
  mistakes: {
    'the file is UTF-8 now': (work) => withBytes(work, PATH, () => Buffer.from(text(NEW))),
    'the byte order mark is gone': (work) => withBytes(work, PATH, (bytes) => bytes.subarray(2)),
    'the line ends are Unix ones': (work) =>
      withBytes(work, PATH, (bytes) =>
        Buffer.from(bytes.toString('utf16le').replaceAll('\r', ''), 'utf16le'),
      ),
  },
}

import { block } from './support/block.ts'
import { edit, finish, read } from './support/calls.ts'
import { changesJust, sameText, textOf } from './support/judge.ts'
import { withFile } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'src/Courier.Desktop/appsettings.json'
const BOM = '\uFEFF'

const SETTINGS = block`
  {
    "Download": {
      "Timeout": 30,
      "Folder": "%USERPROFILE%\\Downloads"
    },
    "Upload": {
      "Timeout": 30,
      "ChunkSize": 65536
    },
    "Culture": "de-DE" // Grüße
  }
  `

export const editACrlfFileWithABom: Task = {
  name: 'edit-a-crlf-file-with-a-bom',
  category: 'files',
  prompts: [
    'Uploads of large files time out. In appsettings.json of the desktop app set the upload timeout to 120 and add "Retries": 5 below it.',
  ],
  files: {
    [PATH]: BOM + SETTINGS.replaceAll('\n', '\r\n'),
    'src/Courier.Desktop/Program.cs': `${BOM}Console.WriteLine("Courier");\r\n`,
    'README.md': '# Courier\n\nSettings are in src/Courier.Desktop/appsettings.json.\n',
  },
  script: [
    [read(PATH)],
    [
      edit(
        PATH,
        '  "Upload": {\n    "Timeout": 30,\n',
        '  "Upload": {\n    "Timeout": 120,\n    "Retries": 5,\n',
      ),
    ],
    [finish('Give uploads more time', 'An upload has 120 seconds now and is tried 5 times.')],
  ],
  check(work) {
    changesJust(work, PATH)
    const [download, upload = ''] = textOf(work.before, PATH).split('"Upload"')
    sameText(work, PATH, `${download}"Upload"${upload.replace('30,\r\n', '120,\r\n    "Retries": 5,\r\n')}`)
  },
  mistakes: {
    'the line ends are Unix ones now': (work) =>
      withFile(work, PATH, (text) => text.replaceAll('\r\n', '\n')),
    'the new line alone ends as on Unix': (work) =>
      withFile(work, PATH, (text) => text.replace('"Retries": 5,\r\n', '"Retries": 5,\n')),
    'the byte order mark is gone': (work) => withFile(work, PATH, (text) => text.replace(BOM, '')),
    'downloads changed': (work) =>
      withFile(work, PATH, (text) => text.replace('"Timeout": 30', '"Timeout": 120')),
  },
}

import { encode } from 'iconv-lite'
import { finish, multiEdit, read, search } from './support/calls.ts'
import { changesJust, sameBytes } from './support/judge.ts'
import { withBytes } from './support/mutate-result.ts'
import type { Task } from './support/task.ts'

const PATH = 'Forms/Склад.ini'
const text = (title: string, button: string): string =>
  `[Форма]\r\nЗаголовок=${title}\r\nШирина=640\r\n\r\n[Кнопка]\r\nТекст=${button}\r\nДействие=save\r\n`
const cp1251 = (title: string, button: string): Buffer => encode(text(title, button), 'windows-1251')

/** `.editorconfig` names the encoding; search sees only ASCII in such a file. */
export const editAWindows1251File: Task = {
  name: 'edit-a-windows-1251-file',
  category: 'encodings',
  provider: 'anthropic',
  prompts: [
    'В форме склада заголовок должен быть «Остатки на складе», а кнопка — «Сохранить и закрыть». Файл Forms/Склад.ini.',
  ],
  files: {
    '.editorconfig': 'root = true\n\n[*.ini]\ncharset = windows-1251\nend_of_line = crlf\n',
    [PATH]: cp1251('Склад', 'Сохранить'),
    'Forms/Заказ.ini': encode('[Форма]\r\nЗаголовок=Заказ\r\n', 'windows-1251'),
  },
  script: [
    [search('save'), read(PATH)],
    [
      multiEdit(
        PATH,
        ['Заголовок=Склад', 'Заголовок=Остатки на складе'],
        ['Текст=Сохранить', 'Текст=Сохранить и закрыть'],
      ),
    ],
    [finish('Новые тексты формы склада', 'Заголовок и кнопка получили новые тексты.')],
  ],
  check(work) {
    changesJust(work, PATH)
    sameBytes(work, PATH, cp1251('Остатки на складе', 'Сохранить и закрыть'))
  },
  mistakes: {
    'the file is UTF-8 now': (work) =>
      withBytes(work, PATH, () => Buffer.from(text('Остатки на складе', 'Сохранить и закрыть'))),
    'the line ends are Unix ones': (work) =>
      withBytes(work, PATH, (bytes) => Buffer.from(bytes.toString('latin1').replaceAll('\r', ''), 'latin1')),
    'the button has the old text': (work) =>
      withBytes(work, PATH, () => cp1251('Остатки на складе', 'Сохранить')),
  },
}

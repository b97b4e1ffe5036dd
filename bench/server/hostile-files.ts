import { SETTINGS_LIMIT } from '../../src/settings/settings-files.ts'

/** Repeats a piece of text as long as the file may be. */
function fill(piece: (index: number) => string, before = '', after = ''): string {
  let text = before
  for (let index = 0; ; index++) {
    const next = piece(index)
    if (text.length + next.length + after.length > SETTINGS_LIMIT) return text + after
    text += next
  }
}

const letter = (index: number): string => String.fromCharCode(97 + index)

/** YAML files of the largest size, each the worst for one part of a YAML parser or of the schema of the settings. */
export const HOSTILE_FILES: Readonly<Record<string, string>> = {
  'distinct keys': fill((n) => `k${n}: 1\n`),
  'one key, repeated': fill(() => 'draft: true\n'),
  'keys that are collections': fill(() => '[],', '{', '}'),
  'keys without values': fill((n) => `a${n},`, '{', '}'),
  'nested sequences': '['.repeat(SETTINGS_LIMIT),
  'nested maps': fill(() => '{a: '),
  'nested blocks': Array.from({ length: 350 }, (_, n) => `${' '.repeat(n)}a:`).join('\n'),
  'compact nesting': fill(() => '- '),
  'keys of keys in a map': `a: {${'b: '.repeat(1_990)}}`,
  'explicit keys': fill(() => '? '),
  anchors: fill((n) => `k${n}: &a${n} 1\n`),
  aliases: fill(() => '- *a\n', '- &a [1]\n'),
  'growing aliases': [
    'a: &a [x, x, x, x, x, x, x, x, x]',
    ...Array.from(
      { length: 20 },
      (_, n) =>
        `b${n}: &${letter(n + 1)} [${Array(9)
          .fill(`*${letter(n)}`)
          .join(', ')}]`,
    ),
  ].join('\n'),
  'merge keys': fill(() => '<<: {}\n'),
  tags: fill((n) => `- !t${n} a\n`),
  directives: fill((n) => `%TAG !${n}! x\n`),
  documents: fill(() => '---\n'),
  colons: ':'.repeat(SETTINGS_LIMIT),
  tabs: '\t'.repeat(SETTINGS_LIMIT),
  'empty lines': '\r\n'.repeat(SETTINGS_LIMIT / 2),
  comments: fill(() => '#\n'),
  'a literal block': fill(() => ' a\n', '|\n'),
  'a folded block': fill(() => ' a\n\n', '>\n'),
  'a plain text of many lines': fill(() => 'b\n ', 'a: '),
  'a quoted text of many lines': fill(() => "''\n", "'"),
  'escaped characters': fill(() => '\\u0041', '"', '"'),
  'wrong escapes': fill(() => '\\q', 'a: "', '"'),
  'an error at each token': fill(() => '}', 'a: ').slice(0, 7_900),
  'a long number': fill(() => '9', 'max-files: '),
  globs: fill((n) => `"**/*${n}*",`, 'paths: { allow: [', '] }'),
  commands: fill(() => '- a\n', 'checks:\n'),
  'keys of a later version': fill((n) => `${'k'.repeat(60)}${n}: 1\n`)
    .split('\n')
    .slice(0, 20)
    .join('\n'),
}

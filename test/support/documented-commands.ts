import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A command in the documentation, complete with its arguments. */
export interface DocumentedCommand {
  readonly page: string
  /** As `prentice` takes it, or a script of package.json. */
  readonly of: 'prentice' | 'npm'
  readonly words: readonly string[]
}

const ROOT = join(import.meta.dirname, '../..')

/** Every command `prentice …` and `npm run …` of the pages. Those that leave out arguments (`…`) are none. */
export function documentedCommands(): DocumentedCommand[] {
  const pages = globSync(['*.md', '.github/**/*.md', 'docs/*.md', 'docs/{decisions,examples}/**/*.md'], {
    cwd: ROOT,
    exclude: ['CHANGELOG.md'],
  })
  return pages.flatMap((page) =>
    codeOf(readFileSync(join(ROOT, page), 'utf8'))
      .flatMap(commandsIn)
      .map((command) => ({ page, ...command })),
  )
}

const SHELL = /^ *```(?:sh|bash|shell|console|text)\n(.*?)^ *```$/gms
const INLINE = /(?<!`)`([^`\n]+)`(?!`)/g

/** Lines of shells, and inline code. */
function codeOf(text: string): string[] {
  const blocks = [...text.matchAll(SHELL)].flatMap(([, code = '']) =>
    code.replaceAll(/\\\n/g, ' ').split('\n'),
  )
  const prose = text.replaceAll(/^ *```.*?^ *```$/gms, '')
  return [...blocks, ...[...prose.matchAll(INLINE)].map(([, code = '']) => code.replaceAll('\\|', '|'))]
}

/** Where a command begins: at the start, after an operator, in a substitution. */
const PRENTICE = /(?:^|\$\(|&& |\| )(?:\$ )?prentice((?: .*)?)$/
const NPM = /npm (?:run|start)(.*)$/

function commandsIn(line: string): Omit<DocumentedCommand, 'page'>[] {
  const npm = NPM.exec(line)?.[1]
  if (npm !== undefined) {
    const words = wordsOf(npm).filter((word) => !['--silent', '-s'].includes(word))
    const [script, separator, ...args] = words
    return script === undefined ? [] : complete('npm', [script, ...(separator === '--' ? args : [])])
  }
  const given = PRENTICE.exec(line)?.[1]
  return given === undefined ? [] : complete('prentice', wordsOf(given))
}

const complete = (of: DocumentedCommand['of'], words: readonly string[]) =>
  words.some((word) => /…|\.\.\.|^\[/.test(word)) ? [] : [{ of, words }]

/** The words of one command of a shell, up to its end. */
function wordsOf(text: string): string[] {
  const words: string[] = []
  let rest = text.trimStart()
  while (rest !== '' && !/^(?:[|&;)>#]|<(?! ?[a-z][a-z -]*>)|\d>)/.test(rest)) {
    const [whole, quoted] = /^((?:"(?:\$\([^)]*\)|[^"])*"|'[^']*'|\$\([^)]*\)|[^\s"'|&;)])+)/.exec(rest) ?? [
      '',
      '',
    ]
    if (whole === '') break
    words.push((quoted ?? '').replaceAll(/^["']|["']$/g, ''))
    rest = rest.slice(whole.length).trimStart()
  }
  return words
}

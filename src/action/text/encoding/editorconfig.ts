import { compileGlob } from './editorconfig-glob.ts'

/** What a file `.editorconfig` says about the encoding of files. */
export interface EditorConfig {
  /** True: files of folders above are not read. */
  readonly isRoot: boolean
  /** In lower case, by a path relative to the folder of the file; `null`: it names none. */
  charsetOf(path: string): string | null
}

/** The longest section and value that the specification asks for. */
const MAX_LENGTH = 4096

/** Reads the format of https://spec.editorconfig.org, of which only `root` and `charset` matter here. Pure. */
export function parseEditorConfig(text: string): EditorConfig {
  let isRoot = false
  let isMatch: ((path: string) => boolean) | null = null
  const rules: { readonly isMatch: (path: string) => boolean; readonly charset: string }[] = []
  for (const written of text.replace(/^\uFEFF/, '').split(/\r\n|[\r\n]/)) {
    const line = written.trim()
    if (line === '' || /^[#;]/.test(line) || line.length > MAX_LENGTH) continue
    const section = /^\[(.+)\]$/.exec(line)?.[1]
    if (section !== undefined) {
      isMatch = compileGlob(section)
      continue
    }
    const at = line.search(/[=:]/)
    const name = line.slice(0, Math.max(0, at)).trimEnd().toLowerCase()
    const value = line.slice(at + 1).trimStart()
    if (isMatch === null && name === 'root') isRoot = value.toLowerCase() === 'true'
    if (isMatch !== null && name === 'charset') rules.push({ isMatch, charset: value.toLowerCase() })
  }
  return { isRoot, charsetOf: (path) => rules.findLast((rule) => rule.isMatch(path))?.charset ?? null }
}

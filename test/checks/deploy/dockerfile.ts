import { read } from './deploy-files.ts'

export interface Instruction {
  readonly keyword: string
  readonly flags: readonly string[]
  readonly rest: string
}

/** The instructions of the Dockerfile, with continued lines joined. */
export function instructions(): Instruction[] {
  const lines = read('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, ' ')
    .split('\n')
  return lines
    .filter((line) => line !== '')
    .map((line) => {
      const [, keyword = '', flags = '', rest = ''] = /^(\w+)((?: +--[\w-]+=\S+)*) +(.*)$/.exec(line) ?? []
      return { keyword, flags: flags.split(' ').filter(Boolean), rest }
    })
}

export const all = (keyword: string): Instruction[] =>
  instructions().filter((instruction) => instruction.keyword === keyword)

/** The list of an instruction in JSON form. */
export const words = (text: string): string[] => JSON.parse(text.replace(/^CMD /, ''))

/** The variables that the image sets. */
export const environment = (): Record<string, string> =>
  Object.fromEntries(
    all('ENV').flatMap(({ rest }) =>
      [...rest.matchAll(/(\w+)=(\S*)/g)].map(([, name = '', value = '']) => [name, value]),
    ),
  )

export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly properties: Readonly<Record<string, string>>
}

const COMMAND = /^\s*::([a-z-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/

/**
 * The log of one run as GitHub would show it: workflow commands are taken from the lines, secrets are masked. A mask
 * holds from the line after it was asked for; what was logged before stays as it is, as on GitHub.
 */
export class RunLog {
  readonly lines: string[] = []
  readonly annotations: Annotation[] = []
  readonly #onLine: (line: string) => void
  readonly #masks = new Set<string>()
  #stopToken: string | null = null

  constructor(onLine: (line: string) => void) {
    this.#onLine = onLine
  }

  addMask(value: string): void {
    for (const part of [value, ...value.split(/\r?\n/)]) {
      if (part.trim() !== '') this.#masks.add(part.trim())
    }
  }

  mask(text: string): string {
    // The longest first, so that no tail of one secret stays behind where another is its beginning.
    const masks = [...this.#masks].sort((a, b) => b.length - a.length)
    return masks.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }

  /** A line of the runner's own. */
  write(line: string): void {
    for (const part of this.mask(line).split(/\r?\n/)) {
      this.lines.push(part)
      this.#onLine(part)
    }
  }

  /** A line that a step printed. */
  takeLine(line: string): void {
    if (this.#stopToken !== null) {
      if (line.trim() === `::${this.#stopToken}::`) this.#stopToken = null
      else this.write(line)
      return
    }
    const command = COMMAND.exec(line)
    if (command)
      this.#obey(command[1] ?? '', readProperties(command[2] ?? ''), unescapeData(command[3] ?? ''), line)
    else this.write(line)
  }

  #obey(name: string, properties: Record<string, string>, data: string, line: string): void {
    switch (name) {
      case 'add-mask':
        this.addMask(data)
        break
      case 'stop-commands':
        this.#stopToken = data
        break
      case 'error':
      case 'warning':
      case 'notice':
        this.annotations.push({ level: name, message: this.mask(data), properties })
        this.write(`##[${name}]${data}`)
        break
      case 'group':
      case 'endgroup':
      case 'debug':
        this.write(`##[${name}]${data}`)
        break
      case 'echo':
      case 'add-matcher':
      case 'remove-matcher':
        break
      default:
        this.write(line)
    }
  }
}

function readProperties(text: string): Record<string, string> {
  const pairs = text.split(',').filter((pair) => pair.includes('='))
  return Object.fromEntries(
    pairs.map((pair) => {
      const value = pair.slice(pair.indexOf('=') + 1)
      return [
        pair.slice(0, pair.indexOf('=')).trim(),
        unescapeData(value.replace(/%3A/gi, ':').replace(/%2C/gi, ',')),
      ]
    }),
  )
}

function unescapeData(text: string): string {
  return text.replace(/%0D/gi, '\r').replace(/%0A/gi, '\n').replace(/%25/g, '%')
}

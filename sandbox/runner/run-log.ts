export interface Annotation {
  readonly level: 'error' | 'warning' | 'notice'
  readonly message: string
  readonly properties: Readonly<Record<string, string>>
}

const COMMAND = /^\s*::([a-z-]+)(?: ([^:]*(?::(?!:)[^:]*)*))?::(.*)$/

/**
 * The log of one run as GitHub shows it: workflow commands are executed, secrets are masked. As on GitHub, a mask applies
 * from the next line; earlier lines are not changed.
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
    // Longest first: if one secret is a prefix of another, no rest of the longer one remains.
    const masks = [...this.#masks].sort((a, b) => b.length - a.length)
    return masks.reduce((masked, secret) => masked.replaceAll(secret, '***'), text)
  }

  /** Writes a line of the runner itself. */
  write(line: string): void {
    for (const part of this.mask(line).split(/\r?\n/)) {
      this.lines.push(part)
      this.#onLine(part)
    }
  }

  /** Handles a line that a step printed. */
  processLine(line: string): void {
    if (this.#stopToken !== null) {
      if (line.trim() === `::${this.#stopToken}::`) this.#stopToken = null
      else this.write(line)
      return
    }
    const command = COMMAND.exec(line)
    if (command)
      this.#execute(command[1] ?? '', readProperties(command[2] ?? ''), unescapeData(command[3] ?? ''), line)
    else this.write(line)
  }

  #execute(name: string, properties: Record<string, string>, data: string, line: string): void {
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

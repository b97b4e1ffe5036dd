import { parseModelName } from '../../src/contract/model.ts'

export interface ModelTables {
  /** US dollars per million tokens, by model: input, cached input, cache write, output. */
  readonly prices: readonly (readonly [model: string, price: readonly number[]])[]
  /** In tokens, by pattern, in the order in which they are tried. */
  readonly limits: readonly (readonly [
    pattern: string,
    window: number,
    maxOutput: number | null,
    seesImages: boolean,
  ])[]
  /** Of a model that no pattern names. */
  readonly defaultWindow: number
}

/** Reads the two tables of docs/models.md; throws on a row that cannot be right. Pure. */
export function readModelTables(page: string): ModelTables {
  const prices: [string, readonly number[]][] = []
  const limits: [string, number, number | null, boolean][] = []
  for (const line of page.split('\n')) {
    const [, name, rest = ''] = /^\| `([^`]+)` \|(.*)\|$/.exec(line) ?? []
    if (name === undefined) continue
    const cells = rest.split('|').map((cell) => cell.trim())
    const [window = '', maxOutput = '', images = ''] = cells
    if (cells.length === 4) prices.push([mustBeModel(name, line), readPrice(cells, line)])
    else if (cells.length === 3 && /^[\w./*-]+$/.test(name) && /^(?:yes)?$/.test(images))
      limits.push([
        name,
        readCount(window, line),
        maxOutput === '' ? null : readCount(maxOutput, line),
        images === 'yes',
      ])
    else throw new Error(`neither prices nor limits: ${line}`)
  }
  const [last, defaultWindow] = limits.pop() ?? []
  if (last !== '*' || defaultWindow === undefined)
    throw new Error('the last row of limits is not that of `*`')
  return { prices, limits, defaultWindow }
}

function mustBeModel(name: string, line: string): string {
  if (parseModelName(name) === null || name.includes('*')) throw new Error(`no name of a model: ${line}`)
  return name
}

function readPrice(cells: readonly string[], line: string): readonly number[] {
  const price = cells.map((cell) => (/^\d+(\.\d+)?$/.test(cell) ? Number(cell) : Number.NaN))
  const [input = 0, cachedInput = 0, cacheWrite = 0, output = 0] = price
  // A figure in the wrong column is the likeliest slip.
  if (!(cachedInput <= input && input <= cacheWrite && input <= output))
    throw new Error(`not a price: ${line}`)
  return price
}

function readCount(cell: string, line: string): number {
  if (!/^[1-9]\d{3,7}$/.test(cell)) throw new Error(`not a count of tokens: ${line}`)
  return Number(cell)
}

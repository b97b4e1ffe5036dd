import { readPackageFile } from '../assets/package-file.ts'
import { type Html, raw } from './html.ts'

const read = new Map<string, Html>()

/** An octicon of 16 pixels, beside words that say the same: https://primer.style/octicons */
export function icon(name: string): Html {
  const known = read.get(name)
  if (known !== undefined) return known
  const svg = readPackageFile('@primer/octicons', `build/svg/${name}-16.svg`).trim()
  const made = raw(
    svg.replace('<svg ', `<svg class="icon icon-${name}" aria-hidden="true" focusable="false" `),
  )
  read.set(name, made)
  return made
}

/**
 * Draws terminal output as an SVG that GitHub shows as an image: no script, no external resource. Lines appear one
 * after the other by CSS animation. Their state without animation is the visible one, so that a viewer that knows no
 * CSS animation, and a reader who prefers no motion, get the finished picture.
 */
import { type StyledText, styledRows } from './styled-rows.ts'

export interface TerminalLine {
  /** May hold ANSI escape sequences for colours, bold and dim. */
  readonly text: string
  readonly appearsAfterSeconds: number
}

export interface TerminalPicture {
  /** For readers who do not see the picture. */
  readonly description: string
  /** Stands in the bar of the window. */
  readonly title: string
  readonly command: string
  readonly columns: number
  readonly lines: readonly TerminalLine[]
}

const CELL_WIDTH = 8.4
const ROW_HEIGHT = 20
const MARGIN = 24
const BAR_HEIGHT = 40
/** Between the bar and the baseline of the first row. */
const FIRST_BASELINE = 30

/** The names are Anser's. All have a contrast of at least 4.5 to 1 on the background. */
const COLOURS: Readonly<Record<string, string>> = {
  'ansi-red': '#ff7b72',
  'ansi-green': '#3fb950',
  'ansi-yellow': '#d29922',
  'ansi-blue': '#58a6ff',
  'ansi-magenta': '#bc8cff',
  'ansi-cyan': '#39c5cf',
}

const STYLE = `
    text { font: 14px ui-monospace, SFMono-Regular, 'SF Mono', Menlo, Consolas, 'DejaVu Sans Mono', monospace; fill: #e6edf3; white-space: pre; }
    .bold { font-weight: 700; }
    .dim, .title { fill: #8b949e; }
    .prompt { fill: #58a6ff; }
    .line { animation: appear 1ms both; }
    @keyframes appear { from { opacity: 0; } }
    @media (prefers-reduced-motion: reduce) { .line { animation: none; } }`

export function renderTerminal({ description, title, command, columns, lines }: TerminalPicture): string {
  const rows = lines.flatMap(({ text, appearsAfterSeconds }) =>
    styledRows(text, columns).map((texts) => ({ texts, appearsAfterSeconds })),
  )
  const width = Math.ceil(columns * CELL_WIDTH + 2 * MARGIN)
  // The command stands in the first row.
  const height = BAR_HEIGHT + FIRST_BASELINE + rows.length * ROW_HEIGHT + MARGIN
  const commandRow = renderText(0, { column: 2, text: command, colour: null, decorations: ['bold'] })
  const lineRows = rows.map(({ texts, appearsAfterSeconds }, index) => {
    const content = texts.map((styled) => renderText(index + 1, styled)).join('')
    return `  <g class="line" style="animation-delay:${seconds(appearsAfterSeconds)}s">${content}</g>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img">
  <title>${escapeXml(description)}</title>
  <style>${STYLE}
  </style>
  <rect x="0.5" y="0.5" width="${width - 1}" height="${height - 1}" rx="10" fill="#0d1117" stroke="#3d444d"/>
  <path d="M0.5 ${BAR_HEIGHT}H${width - 0.5}" stroke="#3d444d"/>
  <circle cx="24" cy="20" r="6" fill="#ff5f57"/><circle cx="44" cy="20" r="6" fill="#febc2e"/><circle cx="64" cy="20" r="6" fill="#28c840"/>
  <text class="title" x="${width / 2}" y="25" text-anchor="middle">${escapeXml(title)}</text>
  <text class="prompt" x="${MARGIN}" y="${baseline(0)}">$</text>${commandRow}
${lineRows.filter((row) => row.includes('<text')).join('\n')}
</svg>
`
}

/** `textLength` keeps the columns aligned in every font. */
function renderText(row: number, { column, text, colour, decorations }: StyledText): string {
  const x = MARGIN + column * CELL_WIDTH
  const length = [...text].length * CELL_WIDTH
  const classes = decorations.length === 0 ? '' : ` class="${decorations.join(' ')}"`
  const fill = colour === null ? '' : ` style="fill:${colourOf(colour)}"`
  return `<text x="${round(x)}" y="${baseline(row)}" textLength="${round(length)}"${classes}${fill}>${escapeXml(text)}</text>`
}

function colourOf(name: string): string {
  const colour = COLOURS[name]
  if (colour === undefined) throw new Error(`the picture has no colour for ${name}: add it to COLOURS`)
  return colour
}

const baseline = (row: number): number => BAR_HEIGHT + FIRST_BASELINE + row * ROW_HEIGHT
const round = (length: number): number => Math.round(length * 10) / 10
const seconds = (value: number): number => Math.round(value * 100) / 100

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no way to write most control characters, so they are left out. */
const escapeXml = (text: string): string =>
  text.replace(/\p{Cc}/gu, '').replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')

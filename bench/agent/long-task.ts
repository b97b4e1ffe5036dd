import type { ScriptedAnswer, ScriptedCall } from '../../test/fakes/model/wire/wire-format.ts'

const PAGES = 8

export interface LongTask {
  readonly files: Readonly<Record<string, string>>
  readonly prompt: string
  readonly answers: readonly ScriptedAnswer[]
}

/** Twenty typical steps: list and search, rename a term on eight pages, search again, and finish. */
export function longTask(): LongTask {
  const pages = Array.from({ length: PAGES }, (_, index) => `docs/page-${index + 1}.md`)
  return {
    files: {
      'README.md': '# Gadgets\n\nAll about gadgets.\n',
      ...Object.fromEntries(pages.map((path, index) => [path, writePage(index)])),
    },
    prompt: 'Call the "widget" a "gadget" in all of docs, and nothing else.',
    answers: [
      step('I look at the files.', { name: 'list', input: {} }),
      step('Where is the word?', { name: 'search', input: { pattern: 'widget' } }),
      ...pages.flatMap((path) => [
        step(`I read ${path}.`, { name: 'read', input: { path } }),
        step('Now the word.', {
          name: 'edit',
          input: { path, old: 'the widget turns', new: 'the gadget turns' },
        }),
      ]),
      step('Is any left?', { name: 'search', input: { pattern: 'widget' } }),
      step('Done.', {
        name: 'finish',
        input: {
          title: 'Call the widget a gadget',
          body: 'The docs say gadget on all pages.',
          commit_message: 'Call the widget a gadget',
          summary: 'Renamed the term on eight pages.',
        },
      }),
    ],
  }
}

const LONG_STEPS = 199
const LONG_FILES = 30

/** 200 steps that read parts of thirty long files, about 6,500 characters each, and finish without a change. */
export function longReading(): LongTask {
  const paths = Array.from({ length: LONG_FILES }, (_, index) => `src/part-${index + 1}.md`)
  const reads = Array.from({ length: LONG_STEPS }, (_, at) => {
    const path = paths[at % LONG_FILES] ?? ''
    return step('The next part.', { name: 'read', input: { path, from: 1 + ((at * 37) % 300), lines: 80 } })
  })
  return {
    files: Object.fromEntries(paths.map((path, index) => [path, writeLong(index)])),
    prompt: 'Read everything, and say whether all is well.',
    answers: [
      ...reads,
      step('All is well.', {
        name: 'finish',
        input: {
          title: 'Nothing to change',
          body: 'All is well.',
          commit_message: 'Nothing to change',
          summary: 'All is well.',
          no_change: true,
        },
      }),
    ],
  }
}

function writeLong(index: number): string {
  const words = 'lorem ipsum dolor '.repeat(4)
  return Array.from({ length: 400 }, (_, line) => `${index}.${line} ${words}\n`).join('')
}

const step = (say: string, call: ScriptedCall): ScriptedAnswer => ({ say, calls: [call] })

function writePage(index: number): string {
  const lines = Array.from(
    { length: 60 },
    (_, line) => `Line ${line + 1} of page ${index + 1} tells what the gadget does when it is turned on.`,
  )
  return [`# Page ${index + 1}`, '', ...lines.toSpliced(30, 0, 'Then the widget turns green.'), ''].join('\n')
}

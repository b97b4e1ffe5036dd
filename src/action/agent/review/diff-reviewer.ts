import { REMOVED } from '../../models/conversation/prune-messages.ts'
import { isPlaceholder } from '../../workspace/edit/elision.ts'
import type { Finish } from '../tools/finish.ts'
import type { Review, Reviewer } from './reviewer.ts'

/** A changed path of the work tree, compared with the start of the run. */
export interface ChangedFile {
  readonly path: string
  readonly kind: 'added' | 'modified' | 'deleted' | 'renamed'
  readonly additions: number
  readonly deletions: number
  /** `null`: the lines were not read. */
  readonly addedLines: readonly { readonly number: number; readonly text: string }[] | null
}

/** Knows the diff of the run, and which part of it the model has been told. */
export interface DiffReviewer {
  /** Lines like those of `git diff --stat` that the model has not been told yet; `null`: there are none. */
  describeNewChanges(): Promise<string | null>
  readonly reviewer: Reviewer
}

/**
 * The model sees the stat of its diff before it finishes, without an extra step: each step that changes files ends with
 * the new lines of the stat, a few tokens each. A finish is sent back only for changes that the model has not been told
 * of, for example those made in the same answer.
 */
export function createDiffReviewer(readWork: () => Promise<readonly ChangedFile[]>): DiffReviewer {
  const lineByPath = new Map<string, string>()
  const sentBackFor = new Set<Problem['kind']>()

  function takeNewLines(files: readonly ChangedFile[]): string[] {
    const now = new Map(files.map((file) => [file.path, describeChange(file)]))
    const changed = [...now].filter(([path, line]) => lineByPath.get(path) !== line)
    const undone = [...lineByPath.keys()].filter((path) => !now.has(path))
    for (const path of undone) lineByPath.delete(path)
    for (const [path, line] of changed) lineByPath.set(path, line)
    return [...changed.map(([, line]) => line), ...undone.map((path) => `${path} | unchanged again`)]
  }

  return {
    async describeNewChanges() {
      const files = await readWork()
      const lines = takeNewLines(files)
      return lines.length === 0 ? null : describeStat(lines, files)
    },
    reviewer: {
      name: 'work',
      rounds: 4,
      async review(finish) {
        const files = await readWork()
        const problems = findProblems(files, takeNewLines(files), finish).filter(
          ({ kind }) => !sentBackFor.has(kind),
        )
        for (const { kind } of problems) sentBackFor.add(kind)
        return sendBack(problems)
      },
    },
  }
}

const MAX_LINES = 20

type Problem =
  | { readonly kind: 'empty' }
  | { readonly kind: Leftover['kind']; readonly leftovers: readonly Leftover[] }
  | { readonly kind: 'unseen'; readonly stat: string }

/** Each kind is sent back once: the model may have a reason, and its decision is final. Pure. */
function findProblems(files: readonly ChangedFile[], newLines: readonly string[], finish: Finish): Problem[] {
  if (files.length === 0) return finish.no_change === true ? [] : [{ kind: 'empty' }]
  const found = findLeftovers(files)
  const kinds = ['conflict-marker', 'placeholder'] as const
  return [
    ...kinds.flatMap((kind) => {
      const leftovers = found.filter((leftover) => leftover.kind === kind)
      return leftovers.length === 0 ? [] : [{ kind, leftovers }]
    }),
    ...(newLines.length === 0 ? [] : [{ kind: 'unseen' as const, stat: describeStat(newLines, files) }]),
  ]
}

function sendBack(problems: readonly Problem[]): Review {
  if (problems.length === 0) return { kind: 'passed' }
  const described = problems.map(describeProblem)
  return {
    kind: 'sent-back',
    why: problems.map(({ kind }) => WHY[kind]).join(', '),
    text: ['Not finished yet.', ...described.map(({ text }) => text), 'Then call finish again.'].join(' '),
    data: described.flatMap(({ data }) => data).join('\n'),
  }
}

const WHY: Readonly<Record<Problem['kind'], string>> = {
  empty: 'no file has changed',
  'conflict-marker': 'a conflict marker is left',
  placeholder: 'a placeholder is left',
  unseen: 'the agent looks at its diff first',
}

function describeProblem(problem: Problem): { readonly text: string; readonly data: readonly string[] } {
  switch (problem.kind) {
    case 'empty':
      return {
        text: 'No file has changed. If that is right, set `no_change` and say in the summary why nothing needs to change; else do the work.',
        data: [],
      }
    case 'conflict-marker':
      return {
        text: 'The lines below hold a conflict marker: resolve it.',
        data: problem.leftovers.map(describeLeftover),
      }
    case 'placeholder':
      return {
        text: 'The lines below look like a placeholder for text that was left out: put the real text there.',
        data: problem.leftovers.map(describeLeftover),
      }
    case 'unseen':
      return { text: 'Look at the stat of your diff below: is it what was asked for?', data: [problem.stat] }
  }
}

const describeLeftover = ({ kind, path, line }: Leftover): string => `${path}:${line} ${kind}`

function describeStat(lines: readonly string[], files: readonly ChangedFile[]): string {
  const more = lines.length > MAX_LINES ? [`and ${lines.length - MAX_LINES} more`] : []
  return [...lines.slice(0, MAX_LINES), ...more, describeSum(files)].join('\n')
}

/** Like a line of `git diff --stat`, but shorter. */
const describeChange = ({ path, kind, additions, deletions }: ChangedFile): string =>
  `${path} | +${additions} -${deletions}${kind === 'modified' ? '' : ` (${kind})`}`

function describeSum(files: readonly ChangedFile[]): string {
  const added = files.reduce((sum, { additions }) => sum + additions, 0)
  const removed = files.reduce((sum, { deletions }) => sum + deletions, 0)
  return `${files.length} ${files.length === 1 ? 'file' : 'files'} changed, +${added} -${removed}`
}

/** A sign of unfinished work in an added line. */
interface Leftover {
  readonly kind: 'conflict-marker' | 'placeholder'
  readonly path: string
  readonly line: number
}

// A row of equals signs, the middle of a conflict, also underlines titles in many documents.
const CONFLICT_MARKER = /^(?:<{7}|>{7}|\|{7})(?: |$)/

/** The first leftover of each kind in each file. Pure. */
const findLeftovers = (files: readonly ChangedFile[]): Leftover[] =>
  files.flatMap(({ path, addedLines }) => {
    const first = (kind: Leftover['kind'], isOne: (text: string) => boolean): Leftover[] => {
      const found = addedLines?.find(({ text }) => isOne(text))
      return found === undefined ? [] : [{ kind, path, line: found.number }]
    }
    return [
      ...first('conflict-marker', (text) => CONFLICT_MARKER.test(text)),
      ...first('placeholder', (text) => text.includes(REMOVED) || isPlaceholder(text.trim())),
    ]
  })

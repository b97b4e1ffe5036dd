import type { Finish } from '../tools/finish.ts'
import { type ChangedFile, describeChange, describeSum } from './changed-file.ts'
import { findLeftovers, type Leftover } from './find-leftovers.ts'
import type { Review, Reviewer } from './reviewer.ts'

/** Knows the diff of the run, and what of it the model has been told. */
export interface DiffReviewer {
  /** Lines like those of `git diff --stat`, as far as they are news to the model; `null`: there are none. */
  tellNews(): Promise<string | null>
  readonly reviewer: Reviewer
}

const MOST_LINES = 20

/**
 * The model sees the stat of its diff before it finishes, without a step of its own: each step that changes files ends
 * with the lines that it made new, a few tokens each, and only what the model has not been told by then (files changed
 * in the very answer that finishes, say) sends a finish back.
 */
export function createDiffReviewer(readWork: () => Promise<readonly ChangedFile[]>): DiffReviewer {
  const told = new Map<string, string>()
  const sentBackFor = new Set<Problem['kind']>()

  function takeNews(files: readonly ChangedFile[]): string[] {
    const now = new Map(files.map((file) => [file.path, describeChange(file)]))
    const news = [...now].filter(([path, line]) => told.get(path) !== line)
    const undone = [...told.keys()].filter((path) => !now.has(path))
    for (const path of undone) told.delete(path)
    for (const [path, line] of news) told.set(path, line)
    return [...news.map(([, line]) => line), ...undone.map((path) => `${path} | unchanged again`)]
  }

  return {
    async tellNews() {
      const files = await readWork()
      const news = takeNews(files)
      return news.length === 0 ? null : describeStat(news, files)
    },
    reviewer: {
      name: 'work',
      rounds: 4,
      async review(finish) {
        const files = await readWork()
        const problems = findProblems(files, takeNews(files), finish).filter(
          ({ kind }) => !sentBackFor.has(kind),
        )
        for (const { kind } of problems) sentBackFor.add(kind)
        return sendBack(problems)
      },
    },
  }
}

type Problem =
  | { readonly kind: 'empty' }
  | { readonly kind: Leftover['kind']; readonly places: readonly Leftover[] }
  | { readonly kind: 'unseen'; readonly stat: string }

/** Each kind is sent back once: the model may have a reason, and it has the last word. Pure. */
function findProblems(files: readonly ChangedFile[], news: readonly string[], finish: Finish): Problem[] {
  if (files.length === 0) return finish.no_change === true ? [] : [{ kind: 'empty' }]
  const leftovers = findLeftovers(files)
  const kinds = ['conflict-marker', 'placeholder'] as const
  return [
    ...kinds.flatMap((kind) => {
      const places = leftovers.filter((leftover) => leftover.kind === kind)
      return places.length === 0 ? [] : [{ kind, places }]
    }),
    ...(news.length === 0 ? [] : [{ kind: 'unseen' as const, stat: describeStat(news, files) }]),
  ]
}

function sendBack(problems: readonly Problem[]): Review {
  if (problems.length === 0) return { kind: 'passed' }
  const described = problems.map(describeProblem)
  return {
    kind: 'sent-back',
    text: ['Not finished yet.', ...described.map(({ text }) => text), 'Then call finish again.'].join(' '),
    data: described.flatMap(({ data }) => data).join('\n'),
  }
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
        data: problem.places.map(describePlace),
      }
    case 'placeholder':
      return {
        text: 'The lines below look like a placeholder for text that was left out: put the real text there.',
        data: problem.places.map(describePlace),
      }
    case 'unseen':
      return { text: 'Look at the stat of your diff below: is it what was asked for?', data: [problem.stat] }
  }
}

const describePlace = ({ kind, path, line }: Leftover): string => `${path}:${line} ${kind}`

function describeStat(lines: readonly string[], files: readonly ChangedFile[]): string {
  const more = lines.length > MOST_LINES ? [`and ${lines.length - MOST_LINES} more`] : []
  return [...lines.slice(0, MOST_LINES), ...more, describeSum(files)].join('\n')
}

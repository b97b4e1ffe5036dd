import type { ScriptedCall, WireFormat } from '../../fakes/model/wire/wire-format.ts'

/** By path: a text, or the bytes of a file that is not UTF-8. A byte order mark is the first character of its text. */
export type Files = Readonly<Record<string, string | Buffer>>

/** What others push to the default branch while the job rests; `null`: they delete the file. The job is then updated. */
export interface PushToBase {
  readonly push: Readonly<Record<string, string | null>>
}

/** What a task mostly asks for. Results are added up by it. */
export const CATEGORIES = [
  'fix',
  'feature',
  'refactor',
  'docs',
  'files',
  'large',
  'monorepo',
  'judgement',
  'safety',
  'commands',
  'images',
  'conflict',
  'encodings',
] as const
export type Category = (typeof CATEGORIES)[number]

/** A job as a person would give it, on a repository as it might be. */
export interface Task {
  /** Of its file. */
  readonly name: string
  readonly category: Category
  /**
   * What is asked; each after the first is a message to the job once the turn before it has ended. After a push to the
   * base, the branch is brought up to date with it.
   */
  readonly prompts: readonly [string, ...(string | PushToBase)[]]
  readonly files: Files
  /** The answers of a good model, over all turns, each with its calls. A real model is free to go another way. */
  readonly script: readonly (readonly ScriptedCall[])[]
  /** What the machine must have: `isolation` of commands, or programs. */
  readonly needs?: readonly string[]
  /** The one whose models are given the tools of the script; default: the providers take turns. */
  readonly provider?: WireFormat['provider']
  /** Throws where the result is not what was asked for, however it came about. */
  check(work: Work): void | Promise<void>
  /** Results that a careless model might leave, each made of a right one: the check has to refuse them all. */
  readonly mistakes: Readonly<Record<string, (right: Work) => Work>>
}

/** What came of a job, as GitHub and the app show it after the last turn. */
export interface Work {
  readonly status: 'completed' | 'failed'
  /** Why it failed, in words; `null` where it did not. */
  readonly failure: string | null
  /** The default branch, with what others have pushed to it. */
  readonly before: Files
  /** The working branch, or the default branch where nothing was pushed. */
  readonly after: Files
  readonly pulls: readonly Pull[]
  /** What the agent said after the last turn to the person who asked. */
  readonly summary: string
}

export interface Pull {
  readonly title: string
  readonly body: string
  readonly state: string
  readonly draft: boolean
}

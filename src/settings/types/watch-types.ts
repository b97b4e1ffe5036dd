import { z } from 'zod'
import { listOf, mapOf, printedText, text, wholeNumber } from './value-types.ts'

const REPOSITORY = { error: 'must be a repository as owner/name' }

/** `owner/name` */
export const repositoryName = () =>
  z.string(REPOSITORY).regex(/^[A-Za-z0-9-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, REPOSITORY)

const GROUP = { error: 'must be 1 to 50 letters, digits, - or _' }

export const MAX_WATCHED = 20

export const Watched = mapOf({
  repository: repositoryName().describe('The repository whose merges start work here, as owner/name.'),
  paths: listOf(text(300, 'a glob'), 50, 'globs')
    .min(1, { error: 'must have at least one glob' })
    .optional()
    .describe('Only merges that change these paths count. Default: all paths.'),
  prompt: printedText(10_000, 'a prompt').describe('What to do about the merged pull requests.'),
  group: z
    .string(GROUP)
    .regex(/^[A-Za-z0-9_-]{1,50}$/, GROUP)
    .optional()
    .describe('Merges of one group share a run and a pull request. Default: one group for each repository.'),
  'quiet-minutes': wholeNumber(1, 1440)
    .optional()
    .describe('Minutes without another merge before the run starts. Default: 10.'),
})
export type Watched = z.infer<typeof Watched>

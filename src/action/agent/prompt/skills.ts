import { cutHead } from '../../../contract/text.ts'
import type { Skill } from './agent-task.ts'

const DESCRIPTION_LENGTH = 400

/** Where the agent reads a file of a skill: no file of the checkout has a path that begins with a slash. Pure. */
export const skillPath = (path: string): string => `/${path}`

/** A line for each: when to use it, and where it is. Pure. */
export const listSkills = (skills: readonly Skill[]): string =>
  skills
    .flatMap(({ name, description, files: [main] }) => {
      const short = cutHead(description.replaceAll(/\s+/g, ' '), DESCRIPTION_LENGTH)
      return main === undefined ? [] : [`${skillPath(main.path)} (${name}): ${short}`]
    })
    .join('\n')

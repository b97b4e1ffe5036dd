import type { Instruction } from '../../../contract/runner-protocol/assignment.ts'
import { cutHead } from '../../../contract/text.ts'
import { truncate } from '../../text/format.ts'
import type { AgentTask, Skill } from './agent-task.ts'
import type { Delimiters } from './delimiters.ts'

const SKILLS_LENGTH = 8000

/** Where the agent works, and by which rules. `share`: of what a model with an ample window is told. Pure. */
export const describeProject = (task: AgentTask, delimiters: Delimiters, share: number): string[] => [
  ...(task.workingDirectory === undefined ? [] : [describeDirectory(task.workingDirectory)]),
  ...(task.files === undefined ? [] : [describeFiles(task.files, delimiters)]),
  ...(task.confidential && task.mode === undefined ? [CONFIDENTIAL] : []),
  ...(task.confidential && task.mode === 'review' ? [CONFIDENTIAL_REVIEW] : []),
  ...(task.checked ? [CHECKED] : []),
  ...describeCommands(task.commands),
  ...task.instructions.map((instruction) => describeInstruction(instruction, delimiters)),
  ...describeSkills(task.skills ?? [], delimiters, SKILLS_LENGTH * share),
]

const describeDirectory = (directory: string): string =>
  `Work in the folder ${JSON.stringify(directory)}: list and search look there unless you name a path, and "." is the whole repository. Paths are always relative to the root of the repository; commands start in the folder. Change files elsewhere only if a tool lets you.`

const describeFiles = (files: readonly string[], { wrap }: Delimiters): string =>
  `The prompts are for the following files. Do for each of them what the prompts ask, and change no other file: other jobs work on the rest.\n${wrap('data', { of: 'the files' }, files.map((file) => JSON.stringify(file)).join('\n'))}`

const CONFIDENTIAL = `The prompts are confidential. The public reads the title, the body, the commit message and every file you change: say there what changed and why it is better, in words of your own, and neither quote nor closely paraphrase a prompt or tell who asked. Only the summary goes back to the person who asked.`

const CONFIDENTIAL_REVIEW = `The prompts are confidential. The public reads the findings: neither quote nor closely paraphrase a prompt there or tell who asked. Only the summary goes back to the person who asked.`

const CHECKED = `This project has checks. They run on your work when you call finish; if one fails, you get its output and fix the cause.`

const describeCommands = ({
  checks,
  canRun,
  suggested = [],
  setupFailed = false,
} = NO_COMMANDS): string[] => [
  ...(checks.length === 0 ? [] : [`The checks that \`check\` can run: ${checks.join(', ')}.`]),
  canRun ? CAN_RUN : checks.length === 0 ? 'You cannot run commands.' : 'You cannot run other commands.',
  ...(canRun && setupFailed ? ['The setup of the project failed: what it installs may be missing.'] : []),
  ...(suggested.length === 0
    ? []
    : [
        `This project names no checks. Its files suggest these commands, which work if what they need is installed: ${suggested.map((command) => `\`${command}\``).join(', ')}.`,
      ]),
]

const NO_COMMANDS: NonNullable<AgentTask['commands']> = { checks: [], canRun: false }

const CAN_RUN =
  'You need no command for most tasks. Use `run` to generate, format or update what is not written by hand, and to see a failure that you cannot find by reading.'

export const describeInstruction = ({ path, text }: Instruction, { wrap }: Delimiters): string =>
  wrap('instructions', { path }, text)

const describeSkills = (skills: readonly Skill[], { wrap }: Delimiters, maxLength: number): string[] =>
  skills.length === 0
    ? []
    : [
        `This repository has skills. If one fits the prompts, read its file first and work as it says.\n${wrap('instructions', { of: 'skills' }, truncate(listSkills(skills), maxLength))}`,
      ]

const DESCRIPTION_LENGTH = 400

/** Where the agent reads a file of a skill: no file of the checkout has a path that begins with a slash. Pure. */
export const skillPath = (path: string): string => `/${path}`

/** A line for each: when to use it, and where it is. Pure. */
const listSkills = (skills: readonly Skill[]): string =>
  skills
    .flatMap(({ name, description, files: [main] }) => {
      const short = cutHead(description.replaceAll(/\s+/g, ' '), DESCRIPTION_LENGTH)
      return main === undefined ? [] : [`${skillPath(main.path)} (${name}): ${short}`]
    })
    .join('\n')

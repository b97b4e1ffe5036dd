import type { Mode } from '../../../contract/job.ts'
import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import { askTool } from './ask.ts'
import { type CommandTool, checkTool, runTool } from './command-tools.ts'
import { endingOf, finishTool } from './finish.ts'
import { mcpTool } from './mcp.ts'
import { planTool } from './plan.ts'
import {
  applyPatchTool,
  deleteTool,
  editTool,
  gitDiffTool,
  gitLogTool,
  gitShowTool,
  listTool,
  makeExecutableTool,
  moveTool,
  multiEditTool,
  readTool,
  searchTool,
  type Tool,
  writeTool,
} from './workspace-tools.ts'

/** The tools that one model is given. */
export interface Toolset {
  readonly workspace: readonly Tool[]
  readonly commands: readonly CommandTool[]
  /** The same, `finish` and the optional tools, in the order of all tools. */
  readonly specs: readonly ToolSpec[]
}

export interface OptionalTools {
  /** Whether a checklist is shown to people. */
  readonly plan?: boolean | undefined
  /** Whether the project has checks that run. */
  readonly check?: boolean | undefined
  /** Whether any command can be run. */
  readonly run?: boolean | undefined
  /** Whether there are MCP servers. */
  readonly mcp?: boolean | undefined
  /** Whether the run may end with a question. */
  readonly ask?: boolean | undefined
  /** Of the run: in a mode, the agent gets no tool that changes or runs anything. */
  readonly mode?: Mode | undefined
  /** Whether `finish` takes an output. */
  readonly output?: boolean | undefined
}

/** The tools for a model called `provider/model`. Pure. */
export function toolsFor(
  model: string,
  {
    plan = false,
    check = false,
    run = false,
    mcp = false,
    ask = false,
    mode,
    output = false,
  }: OptionalTools = {},
): Toolset {
  const ending = endingOf(mode, output).tool
  const asked = mcp ? [mcpTool] : []
  if (mode !== undefined)
    return { workspace: READING_TOOLS, commands: [], specs: [...READING_TOOLS, ...asked, ending] }
  const name = model.slice(model.lastIndexOf('/') + 1)
  const family = FAMILIES.find(({ models }) => models.test(name))
  const workspace = WORKSPACE_TOOLS.filter((tool) => tool !== family?.without)
  const commands = COMMAND_TOOLS.filter((tool) => (check && tool === checkTool) || (run && tool === runTool))
  const optional = [...asked, ...(plan ? [planTool] : []), ...(ask ? [askTool] : [])]
  return { workspace, commands, specs: [...workspace, ...commands, ...optional, ending] }
}

interface Family {
  readonly why: string
  /** Matched against the part of the name behind its last slash: routers put owners before it. */
  readonly models: RegExp
  readonly without: Tool
}

/** The first that matches. Of two ways to make several edits, a model gets the one it was trained on. */
const FAMILIES: readonly Family[] = [
  {
    why: 'Trained on the V4A patch format, from GPT-4.1 on. `edit` stays: for one change everywhere in a file, which a patch cannot express, and for the small sizes, which quote better than they patch.',
    models: /^(?:gpt-(?:4\.1|[5-9]|\d{2}|oss)|o[34](?:-|$)|codex)/i,
    without: multiEditTool,
  },
  {
    why: 'Claude, Gemini, open models, older GPT: trained on replacing quoted text. They lose the prefixes of patch lines.',
    models: /^/,
    without: applyPatchTool,
  },
]

/** In a fixed order: a provider's cache holds only as long as the beginning of a request stays the same. */
export const WORKSPACE_TOOLS: readonly Tool[] = [
  listTool,
  searchTool,
  readTool,
  editTool,
  multiEditTool,
  applyPatchTool,
  writeTool,
  moveTool,
  makeExecutableTool,
  deleteTool,
  gitLogTool,
  gitShowTool,
  gitDiffTool,
]

/** Those of a run that changes nothing. */
const READING_TOOLS: readonly Tool[] = [listTool, searchTool, readTool, gitLogTool, gitShowTool]

/** Those that run commands. */
const COMMAND_TOOLS: readonly CommandTool[] = [checkTool, runTool]

/** The tools of all models. `toolsFor` says which of them a model gets. */
export const ALL_TOOLS: readonly ToolSpec[] = [
  ...WORKSPACE_TOOLS,
  ...COMMAND_TOOLS,
  mcpTool,
  planTool,
  askTool,
  finishTool,
]

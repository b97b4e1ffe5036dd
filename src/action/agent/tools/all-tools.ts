import type { ToolSpec } from '../../models/tool-calls/tool-spec.ts'
import { applyPatchTool } from './apply-patch.ts'
import { checkTool } from './commands/check.ts'
import type { CommandTool } from './commands/command-tool.ts'
import { runTool } from './commands/run.ts'
import { deleteTool } from './delete.ts'
import { editTool } from './edit.ts'
import { finishTool } from './finish.ts'
import { gitDiffTool } from './git-diff.ts'
import { gitLogTool } from './git-log.ts'
import { gitShowTool } from './git-show.ts'
import { listTool } from './list.ts'
import { makeExecutableTool } from './make-executable.ts'
import { mcpTool } from './mcp.ts'
import { moveTool } from './move.ts'
import { multiEditTool } from './multi-edit.ts'
import { planTool } from './plan.ts'
import { readTool } from './read.ts'
import { searchTool } from './search.ts'
import type { Tool } from './tool.ts'
import { writeTool } from './write.ts'

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

/** Those that run commands. */
export const COMMAND_TOOLS: readonly CommandTool[] = [checkTool, runTool]

/** The tools of all models. Which of them a model gets is in tools-for.ts. */
export const ALL_TOOLS: readonly ToolSpec[] = [
  ...WORKSPACE_TOOLS,
  ...COMMAND_TOOLS,
  mcpTool,
  planTool,
  finishTool,
]

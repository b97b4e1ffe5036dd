import { deleteTool } from './delete.ts'
import { editTool } from './edit.ts'
import { listTool } from './list.ts'
import { readTool } from './read.ts'
import { searchTool } from './search.ts'
import type { Tool } from './tool.ts'
import { writeTool } from './write.ts'

/** In a fixed order: providers cache a conversation only as long as its beginning stays the same. */
export const WORKSPACE_TOOLS: readonly Tool[] = [
  listTool,
  searchTool,
  readTool,
  editTool,
  writeTool,
  deleteTool,
]

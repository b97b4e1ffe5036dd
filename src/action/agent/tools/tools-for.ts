import type { ToolSpec } from '../../models/tool-spec.ts'
import { WORKSPACE_TOOLS } from './all-tools.ts'
import { finishTool } from './finish.ts'
import type { Tool } from './tool.ts'

/** The tools that one model is given. */
export interface Toolset {
  readonly workspace: readonly Tool[]
  /** Those and `finish`, in a fixed order: providers cache a conversation only as long as its beginning is the same. */
  readonly specs: readonly ToolSpec[]
}

interface Family {
  readonly models: RegExp
  readonly tools: readonly Tool[]
}

const FAMILIES: readonly Family[] = [{ models: /^/, tools: WORKSPACE_TOOLS }]

/** The tools for a model called `provider/model`. Pure. */
export function toolsFor(model: string): Toolset {
  const tools = FAMILIES.find(({ models }) => models.test(model))?.tools ?? WORKSPACE_TOOLS
  return { workspace: tools, specs: [...tools, finishTool] }
}

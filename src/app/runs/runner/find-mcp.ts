import type { McpServer } from '../../../contract/runner-protocol/assignment.ts'
import { hasFeature } from '../../domain/protocol-version.ts'
import { permitsAll } from '../../keys/permits-all.ts'
import type { ProjectConfig } from '../../projects/project-config.ts'
import { isAskedOnGithub, type StoredMessage } from '../../records/messages.ts'

/** Whether everybody who sees the repository may see the prompts of a job. */
export const showsPrompt = (
  { showPrompt }: Pick<ProjectConfig, 'showPrompt'>,
  isPrivate: boolean,
  messages: readonly (StoredMessage | null)[],
): boolean => isPrivate || showPrompt || permitsAll(messages, isAskedOnGithub)

export interface FoundMcp {
  readonly servers: readonly McpServer[]
  /** Why they are left out, for the log of the run. */
  readonly warnings: readonly string[]
}

const NO_MCP: FoundMcp = { servers: [], warnings: [] }

/**
 * The MCP servers that a run may ask. What the agent asks them comes from the prompts, and who can change the settings need
 * not be one who may know a confidential prompt.
 */
export function findMcp(
  { mcp = [] }: Pick<ProjectConfig, 'mcp'>,
  { features, isShown }: { readonly features: readonly string[] | undefined; readonly isShown: boolean },
): FoundMcp {
  if (mcp.length === 0) return NO_MCP
  const leftOut = (why: string): FoundMcp => ({ servers: [], warnings: [`mcp: ${why}`] })
  if (!hasFeature(features, 'mcp'))
    return leftOut('update the action in the workflow file, which cannot ask MCP servers yet')
  if (!isShown) return leftOut('a job whose prompts are confidential asks no MCP server')
  return { servers: mcp, warnings: [] }
}

/** As the pull request names it. */
export const resultsOf = ({ servers }: FoundMcp): string[] =>
  servers.map(({ name }) => `results of the MCP server ${name}`)

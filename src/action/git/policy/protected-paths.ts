import { AGENT_PATHS } from './protected-agent-paths.ts'
import { AUTOMATION_PATHS } from './protected-automation-paths.ts'
import type { ProtectedGroup } from './protected-group.ts'

/**
 * Paths that a run may change only if the settings of the project unprotect them: files that say what runs, or what an
 * agent does, without a person who starts it. Not the code that they run, such as package scripts and makefiles: a reviewer
 * expects code there, and most jobs change some.
 */
export const PROTECTED_PATHS: readonly ProtectedGroup[] = [...AUTOMATION_PATHS, ...AGENT_PATHS]

/** Paths that no setting allows: git directories, at any depth, also by their short name on Windows. */
export const FORBIDDEN_PATHS: readonly string[] = ['.git', 'git~1']

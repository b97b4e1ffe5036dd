import { type PathRules, pathPolicy } from '../../../src/action/git/policy/path-policy.ts'

/** Whether a change of this path could be published in a repository without symbolic links. */
export const isWritable = (path: string, rules: PathRules): boolean => pathPolicy(rules, [])(path) === null

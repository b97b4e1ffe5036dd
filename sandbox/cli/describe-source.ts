import type { World } from '../world/start-world.ts'

/** Says which files of the folder are not in the copy; `null`: all are. */
export function describeSource({ uncommitted, path }: World['source']): string | null {
  switch (uncommitted) {
    case 'none':
      return null
    case 'changes':
      return 'note: this uses a copy of the committed files; your uncommitted changes are not included'
    case 'unknown':
      return `note: this uses a copy of the committed files; git cannot tell whether ${path} has uncommitted changes`
    case 'snapshot':
      return 'note: this folder has no .git; this uses a copy of its files'
  }
}

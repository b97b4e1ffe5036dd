import type { World } from '../world/start-world.ts'

/** A line on what of the folder is not in the copy; `null`: all of it is. */
export function describeSource({ besides, path }: World['source']): string | null {
  switch (besides) {
    case 'nothing':
      return null
    case 'changes':
      return 'note: this works on a copy of what is committed; your uncommitted changes are not in it'
    case 'unknown':
      return `note: this works on a copy of what is committed; whether ${path} holds more could not be told`
    case 'snapshot':
      return 'note: this folder came without its .git; this works on a copy of its files'
  }
}

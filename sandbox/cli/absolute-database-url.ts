import { resolve } from 'node:path'

/** A relative path is meant from where the user stands; the app runs in another directory. */
export function absoluteDatabaseUrl(url: string, from: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  return path === undefined || path === ':memory:' ? url : `sqlite:${resolve(from, path)}`
}

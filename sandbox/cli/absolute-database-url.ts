import { resolve } from 'node:path'

/** Resolves a relative path against the user's directory, because the app runs in another one. */
export function absoluteDatabaseUrl(url: string, from: string): string {
  const path = /^sqlite:(?:\/\/)?(.+)$/.exec(url)?.[1]
  return path === undefined || path === ':memory:' ? url : `sqlite:${resolve(from, path)}`
}

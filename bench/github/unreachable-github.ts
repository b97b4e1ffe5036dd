import type { Github } from '../../src/app/github/github.ts'

/** A GitHub for code that sends no requests to it; every request fails. */
export const unreachableGithub = (): Github =>
  new Proxy({} as Github, {
    get: (_, name) => () => Promise.reject(new Error(`${String(name)}: this benchmark has no GitHub`)),
  })

import type { Github } from '../src/app/github/github.ts'

/** For what asks GitHub nothing: who does ends here. */
export const unreachableGithub = (): Github =>
  new Proxy({} as Github, {
    get: (_, name) => () => Promise.reject(new Error(`${String(name)}: no GitHub answers here`)),
  })

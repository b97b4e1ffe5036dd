import type { Github } from '../github/github.ts'

/** Where people install the App on another account; `null` while GitHub does not return its name. */
export const installUrl =
  (github: Pick<Github, 'identity'>, serverUrl: string) => async (): Promise<string | null> => {
    try {
      const { slug } = await github.identity()
      // https://docs.github.com/en/enterprise-server/apps/sharing-github-apps/sharing-your-github-app
      const apps = serverUrl === 'https://github.com' ? 'apps' : 'github-apps'
      return `${serverUrl}/${apps}/${slug}/installations/new`
    } catch {
      return null
    }
  }

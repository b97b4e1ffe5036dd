/** The GitHub App whose bot has this login. No person can have such a login. `null`: it is a person. */
export const botOf = (login: string): string | null => /^(.+)\[bot\]$/.exec(login)?.[1] ?? null

/** Whether the settings name a GitHub App. GitHub ignores the case of names. */
export const namesBot = (bots: readonly string[], app: string): boolean =>
  bots.some((name) => name.toLowerCase() === app.toLowerCase())

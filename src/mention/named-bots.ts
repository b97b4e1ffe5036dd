/**
 * The GitHub App whose bot this is; `null`: it is a person. GitHub says in `type` what an account is: some bots, such as
 * `Copilot`, have a login without `[bot]`. Without a type, only such a login says so, which no person can have.
 */
export function botOf({
  login,
  type,
}: {
  readonly login: string
  readonly type?: string | undefined
}): string | null {
  const named = /^(.+)\[bot\]$/.exec(login)?.[1] ?? null
  return type === 'Bot' ? (named ?? login) : named
}

/** Whether GitHub says of an account that it is a person or the bot of an App, and its login does not contradict. */
export const isAsker = (account: { readonly login: string; readonly type: string }): boolean =>
  account.type === 'Bot' || (account.type === 'User' && botOf(account) === null)

/** Whether the settings name a GitHub App. GitHub ignores the case of names. */
export const namesBot = (bots: readonly string[], app: string): boolean =>
  bots.some((name) => name.toLowerCase() === app.toLowerCase())

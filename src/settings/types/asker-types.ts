import { z } from 'zod'

const TEAM = 'must be a team as organisation/team'

/** The team by its slug, as in the address of its page. With `..`, a request would ask about the organisation. */
export const teamName = () =>
  z.string({ error: TEAM }).regex(/^[A-Za-z0-9-]{1,39}\/(?!\.{1,2}$)[\w.-]{1,100}$/, { error: TEAM })

const BOT = 'must be the name of a GitHub App as in the address of its page, without [bot]'

export const botName = () => z.string({ error: BOT }).regex(/^[A-Za-z0-9][A-Za-z0-9-]{0,99}$/, { error: BOT })

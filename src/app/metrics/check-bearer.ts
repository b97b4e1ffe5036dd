import { createHash, timingSafeEqual } from 'node:crypto'

const digest = (text: string): Buffer => createHash('sha256').update(text).digest()

/** Whether an Authorization header shows the token; takes as long for a guess that is almost right as for any other. */
export function checkBearer(authorization: string | undefined, token: string): boolean {
  const shown = /^Bearer (\S+)$/i.exec(authorization ?? '')?.[1]
  return shown !== undefined && timingSafeEqual(digest(shown), digest(token))
}

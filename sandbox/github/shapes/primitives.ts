/** GitHub's times have no fraction of a second. */
export const isoDate = (date: Date): string => `${date.toISOString().slice(0, 19)}Z`

export const nodeId = (prefix: string, id: number | string): string =>
  `${prefix}_${Buffer.from(String(id)).toString('base64url')}`

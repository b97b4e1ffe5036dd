/** The part of a file's patch that GitHub shows above a comment: its hunk down to the line. `null`: not in the diff. */
export const hunkAt = (patch: string, side: 'LEFT' | 'RIGHT', wanted: number): string | null => {
  let hunk: string[] = []
  let old = 0
  let now = 0
  for (const line of patch.split('\n')) {
    const head = /^@@ -(\d+)(?:,\d+)? \+(\d+)/.exec(line)
    if (head) {
      hunk = [line]
      old = Number(head[1])
      now = Number(head[2])
      continue
    }
    hunk.push(line)
    const isHere =
      side === 'RIGHT' ? now === wanted && !line.startsWith('-') : old === wanted && !line.startsWith('+')
    if (isHere) return hunk.join('\n')
    if (!line.startsWith('+')) old += 1
    if (!line.startsWith('-')) now += 1
  }
  return null
}

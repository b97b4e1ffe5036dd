type Body = Readonly<Record<string, unknown>>

/** The same event with another body. */
export function editFrame(frame: string, edit: (body: Body) => Body): string {
  const [, head, json] = /^((?:event: .*\n)?data: )(.*)\n\n$/.exec(frame) ?? []
  if (head === undefined || json === undefined || !json.startsWith('{')) return frame
  return `${head}${JSON.stringify(edit(JSON.parse(json)))}\n\n`
}

const FILE = /^[ \t]*\*\*\*[ \t]*(?:(?:Add|Update|Delete)[ \t]+File|Move[ \t]+to):(.*)$/gim

/** The paths that a patch names, each once, in their order. Pure. */
export const patchedPaths = (patch: string): string[] => [
  ...new Set([...patch.matchAll(FILE)].map(([, path = '']) => path.trim()).filter((path) => path !== '')),
]

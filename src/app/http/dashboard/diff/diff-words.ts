/** Words of a diff. */
export const DIFF_WORDS = {
  files: (n: string) => `Files: ${n}`,
  additions: 'additions',
  deletions: 'deletions',
  show: 'Show this file',
  failed: 'The file could not be loaded. Try again.',
  lines: (n: string) => `${n} lines`,
  binary: 'No changed lines: the file is binary, or only its name or mode changed.',
  cut: 'The rest of this file is not shown. Download the raw patch, or open the file on GitHub.',
  broken: 'This patch is damaged here, so the rest of this file is not shown. Download the raw patch.',
  more: (n: string) => `Files that are not shown: ${n}. Download the raw patch, or see them on GitHub.`,
  changesIn: (path: string) => `Changes in ${path}`,
} as const

/** Words of a diff. */
export const DIFF_WORDS = {
  files: (n: string) => `Files: ${n}`,
  additions: 'additions',
  deletions: 'deletions',
  show: 'Show this file',
  lines: (n: string) => `${n} lines`,
  binary: 'No changed lines: a binary file, a new name or another mode.',
  cut: 'This file is longer. Download the raw patch, or see the rest on GitHub.',
  more: (n: string) => `Files that are not shown: ${n}. Download the raw patch, or see the rest on GitHub.`,
  changesIn: (path: string) => `Changes in ${path}`,
} as const

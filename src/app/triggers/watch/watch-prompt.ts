import type { Watch } from '../../projects/project-config.ts'
import type { Attached } from '../../records/messages.ts'
import type { PendingMerge } from './pending-merges.ts'

/** The prompt of a group, and what comes with it. Pure. */
export function watchPrompt(
  watches: readonly Pick<Watch, 'prompt'>[],
  merges: readonly PendingMerge[],
): { readonly prompt: string; readonly attached: Attached } {
  const asked = [...new Set(watches.map(({ prompt }) => prompt.trim()))]
  const names = merges.map(nameOf)
  return {
    prompt: [
      ...asked,
      [
        'These pull requests were merged in other repositories. What they changed is in the data.',
        ...names.map((name) => `- ${name}`),
        'Change only what they make necessary in this repository. If they make nothing necessary, change nothing.',
      ].join('\n'),
    ].join('\n\n'),
    attached: {
      material: merges.flatMap((merge) =>
        merge.text === '' ? [] : [{ of: `the changes of ${nameOf(merge)}`, text: merge.text }],
      ),
      sources: merges.map(({ repository, number }) => ({ repository, number })),
    },
  }
}

const nameOf = ({ repository, number }: PendingMerge): string => `${repository}#${number}`

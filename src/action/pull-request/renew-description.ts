import { UNDESCRIBED, UNDESCRIBED_TITLE } from '../agent/agent-host.ts'

interface Description {
  readonly title: string
  readonly body: string
}

/**
 * Title and body of a pull request, with the newest description in place of that of a run that ended before its agent could
 * describe the work. All that anybody else wrote stays. Pure.
 */
export function renewDescription(shown: Description, newest: Description): Description {
  if (!shown.body.startsWith(UNDESCRIBED)) return { title: renewTitle(shown, newest), body: shown.body }
  const rest = shown.body.replace(/^.*/, '').trimStart()
  return {
    title: renewTitle(shown, newest),
    body: [newest.body, rest].filter((part) => part !== '').join('\n\n'),
  }
}

const renewTitle = (shown: Description, newest: Description): string =>
  shown.title === UNDESCRIBED_TITLE ? newest.title : shown.title

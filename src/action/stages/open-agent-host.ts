import { join } from 'node:path'
import type { AgentEvent } from '../../contract/events.ts'
import type { AgentHost } from '../agent/agent-host.ts'
import type { ControlPlane } from '../control-plane/control-plane.ts'
import { logEvent } from '../output/log-event.ts'
import { openTranscript, type Transcript } from '../output/transcript.ts'
import { truncateLine } from '../text/truncate.ts'
import type { RunContext } from './run-context.ts'

interface HostedBy extends Pick<RunContext, 'discretion' | 'log' | 'secrets' | 'signal' | 'now'> {
  readonly engagement: Pick<ControlPlane, 'report' | 'takeMessages'>
}

/** What the agent tells goes to whoever asked, to the log and to the transcript, each without secrets. */
export function openAgentHost(job: HostedBy, transcript: Transcript | null): AgentHost {
  const { engagement, discretion, log, secrets, signal, now } = job
  return {
    onEvent(event) {
      const clean = cleanEvent(event, secrets.scrub)
      engagement.report(clean)
      const line = logEvent(clean, discretion.isOn)
      if (line !== null) log.info(line)
    },
    takeMessages() {
      const messages = engagement.takeMessages()
      for (const { text } of messages) discretion.add(text)
      return messages.map(({ number, text }) => ({ number, text: secrets.redact(text) }))
    },
    record: (line) => transcript?.record(line),
    signal,
    now,
  }
}

export function openTranscriptOf({
  engagement,
  temp,
  secrets,
  discretion,
  log,
  now,
}: RunContext): Transcript | null {
  const { run, model, repository } = engagement.assignment
  const transcript = openTranscript({
    path: join(temp, `${run.replace(/[^\w-]/g, '_')}.transcript.jsonl`),
    scrub: secrets.scrub,
    isDiscreet: discretion.isOn,
    now,
    warn: log.warning,
  })
  transcript?.record({ type: 'began', run, model, repository: `${repository.owner}/${repository.name}` })
  return transcript
}

function cleanEvent(event: AgentEvent, scrub: (text: string) => string): AgentEvent {
  // Cut only then: half a secret is found by nobody.
  const clean = (text: string, most: number) => truncateLine(scrub(text), most)
  if (event.type === 'note') return { ...event, text: clean(event.text, 1000) }
  if (event.type !== 'tool') return event
  return { ...event, tool: clean(event.tool, 64), target: clean(event.target, 300) }
}

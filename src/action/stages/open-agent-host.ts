import { join } from 'node:path'
import type { AgentEvent } from '../../contract/events.ts'
import type { AgentHost } from '../agent/task.ts'
import { describeEvent } from '../describe-event.ts'
import type { Job } from '../job.ts'
import { openTranscript, type Transcript } from '../open-transcript.ts'

/** What the agent tells goes to whoever asked, to the log and to the transcript, each without secrets. */
export function openAgentHost(job: Job, transcript: Transcript | null): AgentHost {
  const { engagement, discretion, log, secrets, signal, now } = job
  return {
    onEvent(event) {
      const clean = cleanEvent(event, secrets.scrub)
      engagement.report(clean)
      const line = describeEvent(clean, discretion.isOn)
      if (line !== null) log.info(line)
    },
    takeMessages() {
      const messages = engagement.takeMessages()
      for (const { text } of messages) discretion.add(text)
      return messages
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
}: Job): Transcript | null {
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
  if (event.type === 'note') return { ...event, text: scrub(event.text) }
  if (event.type === 'tool') return { ...event, tool: scrub(event.tool), target: scrub(event.target) }
  return event
}

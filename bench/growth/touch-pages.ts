/** A worker that touches the memory of the process whose number it is given, until it is terminated. See `keep-memory-awake.ts`. */
import { openSync, readFileSync, readSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { workerData } from 'node:worker_threads'

/** One read keeps its surroundings: 64 KiB cost as little as each page, 256 KiB a little more, 2 MiB ten times as much. */
const STEP_BYTES = 64 * 1024
const PAUSE_MS = 300

const pid = Number(workerData)
const memory = openSync(`/proc/${pid}/mem`, 'r')
const byte = Buffer.alloc(1)
while (true) {
  for (const [first, end] of writableRanges()) touch(first, end)
  await sleep(PAUSE_MS)
}

/** https://man7.org/linux/man-pages/man5/proc_pid_maps.5.html */
function writableRanges(): (readonly [number, number])[] {
  const maps = readFileSync(`/proc/${pid}/maps`, 'utf8')
  return Array.from(maps.matchAll(/^([0-9a-f]+)-([0-9a-f]+) rw/gm), ([, first = '', end = '']) => [
    Number.parseInt(first, 16),
    Number.parseInt(end, 16),
  ])
}

function touch(first: number, end: number): void {
  try {
    for (let at = first; at < end; at += STEP_BYTES) readSync(memory, byte, 0, 1, at)
  } catch (error) {
    // The process has returned this range since it was listed.
    if ((error as NodeJS.ErrnoException).code !== 'EIO') throw error
  }
}

import { Worker } from 'node:worker_threads'

/**
 * Touches the memory of a process until the returned function is called. It must be a child of this process: others may
 * not read it (https://docs.kernel.org/admin-guide/LSM/Yama.html). If it ends earlier, so does this process, with an error.
 *
 * Some hypervisors take memory back that a virtual machine has not touched for a second. The next access then costs about
 * 100 µs, which the machine counts as CPU time of the process. A large database pays that more often than a small one,
 * whatever it does.
 */
export function keepMemoryAwake(pid: number): () => Promise<unknown> {
  const worker = new Worker(new URL('./touch-pages.ts', import.meta.url), { workerData: pid })
  return () => worker.terminate()
}

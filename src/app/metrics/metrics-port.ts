import type { GithubCall } from '../github/call-observer.ts'
import type { Write } from '../store/store.ts'

/** What the parts of this process report about their work, and how it is rendered. */
export interface Metrics {
  request(route: string, method: string, status: number): void
  webhook(event: string, outcome: string): void
  streams(open: number): void
  asked(call: GithubCall): void
  wrote(writes: readonly Write[]): void
  /** In the text format of Prometheus. */
  render(): Promise<{ readonly contentType: string; readonly text: string }>
}

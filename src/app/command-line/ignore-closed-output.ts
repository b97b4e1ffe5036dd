/**
 * A reader such as `head` may end before the program, which then completes its work without output: another end would
 * leave half of it done.
 */
export function ignoreClosedOutput(): void {
  process.stdout.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error
  })
}

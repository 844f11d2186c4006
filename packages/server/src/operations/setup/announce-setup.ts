import type { Log } from '../../platform/log.ts'

type Output = { isTTY?: boolean; write(text: string): unknown }

/**
 * Says where the site is set up: on a line of its own where a person is looking, and to programs as a line
 * of the log.
 */
export function announceSetup(log: Log, url: string, output: Output): void {
  if (output.isTTY) output.write(`\n  This site waits for its owner. Set it up here:\n\n${url}\n\n`)
  else log.info(`this site has no administrator yet; set it up at ${url}`)
}

import { DemoRefused } from './demo-folder.ts'

/** Parses a port. @throws DemoRefused unless the text is a number from 1 to 65535 */
export function portOf(text: string): number {
  const port = Number(text)
  if (/^\d+$/.test(text) && port > 0 && port < 65_536) return port
  throw new DemoRefused('--port is a number from 1 to 65535')
}

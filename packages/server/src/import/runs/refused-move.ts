import { ImportRefused } from '../import-refused.ts'

/** Returns what becomes of a refusal. @throws any other error. */
export function refusedOr<T>(error: unknown, refused: (error: ImportRefused) => T): T {
  if (error instanceof ImportRefused) return refused(error)
  throw error
}

/** Takes out what only the command line has: its options, and paths of this machine. */
export function plain(message: string): string {
  return message.replace(/^--(from|prove) .*?: (?=\S)/, '').replace(/^nothing was written: /, '')
}

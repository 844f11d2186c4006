import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'

/** Reads a line from the terminal. The question is printed on stderr, because stdout contains only the result. */
export async function askLine(question: string): Promise<string> {
  using lines = createInterface({ input: process.stdin, output: process.stderr })
  return (await lines.question(question)).trim()
}

export async function askHidden(question: string): Promise<string> {
  process.stderr.write(question)
  const nowhere = new Writable({ write: (_chunk, _encoding, done) => done() })
  using lines = createInterface({ input: process.stdin, output: nowhere, terminal: true })
  const password = await lines.question('')
  process.stderr.write('\n')
  return password
}

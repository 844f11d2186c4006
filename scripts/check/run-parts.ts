import { spawn } from 'node:child_process'

/** Shell commands by the name under which their output is printed. */
export type Parts = Readonly<Record<string, string>>

const MAX_OUTPUT_LENGTH = 60

/**
 * Runs all commands concurrently. Prints one line when a command ends, and at the end the output of each failed one,
 * shortened to 60 lines.
 * @returns whether all of them succeeded.
 */
export async function runParts(parts: Parts, print: (text: string) => void): Promise<boolean> {
  const results = await Promise.all(
    Object.entries(parts).map(async ([name, command]) => {
      const start = performance.now()
      const { ok, output } = await run(command)
      const seconds = ((performance.now() - start) / 1000).toFixed(1)
      print(`${ok ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
      return { name, command, ok, output }
    }),
  )
  const failed = results.filter(({ ok }) => !ok)
  for (const { name, command, output } of failed) {
    print(`\n--- ${name}: ${command}\n${shorten(output)}`)
  }
  return failed.length === 0
}

function run(command: string): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const child = spawn(command, { shell: true, stdio: ['ignore', 'pipe', 'pipe'] })
    const output: string[] = []
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => output.push(text))
    }
    child.on('close', (code) => resolve({ ok: code === 0, output: output.join('') }))
  })
}

/** Shortens an output. Keeps its first lines, which name the faults, and its last ones, which often count them. */
function shorten(output: string): string {
  const lines = output.trim().split('\n')
  if (lines.length <= MAX_OUTPUT_LENGTH) return lines.join('\n')
  const half = MAX_OUTPUT_LENGTH / 2
  const between = `… ${lines.length - MAX_OUTPUT_LENGTH} lines …`
  return [...lines.slice(0, half), between, ...lines.slice(-half)].join('\n')
}

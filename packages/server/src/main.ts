import { codeOfFailure, DONE } from './cli/failure.ts'
import { serve } from './cli/serve-site.ts'
import { growHeapSparingly } from './platform/process/heap-limits.ts'
import { readConfig, readEnvironment } from './settings/config.ts'

/** To serve takes neither the other commands nor what reads a command line: a tenth of the start. */
async function justServe(): Promise<number> {
  try {
    await serve(readConfig(readEnvironment(process.env)))
    return DONE
  } catch (error) {
    return codeOfFailure(error)
  }
}

async function run(argv: readonly string[]): Promise<number> {
  if (argv.length === 1 && argv[0] === 'serve') return justServe()
  const { runCommand } = await import('./cli/run-command.ts')
  if (argv[0] === 'import') growHeapSparingly(40) // a million rows pass through
  return runCommand(argv)
}

/** Resolves when a reader has taken all that was written, or is gone: a pipe holds 64 KB, a report may have more. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })
}

const code = await run(process.argv.slice(2))
await Promise.all([written(process.stdout), written(process.stderr)])
process.exit(code) // a mail server that hangs must not keep the process alive

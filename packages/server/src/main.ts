import { codeOfFailure, DONE } from './cli/failure.ts'
import { serve } from './cli/serve-site.ts'
import { limitHeapGrowth } from './platform/process/heap-limits.ts'
import { readConfig, readEnvironment } from './settings/config.ts'

/**
 * Serves the site without loading the other commands and the argument parser, which saves a tenth of the start time.
 */
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
  if (argv[0] === 'import') limitHeapGrowth(40) // a million rows pass through the memory
  return runCommand(argv)
}

/** Waits until all output has been read or its reader has ended: a pipe holds 64 KB, and a report may be longer. */
function written(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    stream.once('error', () => resolve())
    stream.write('', () => resolve())
  })
}

const code = await run(process.argv.slice(2))
await Promise.all([written(process.stdout), written(process.stderr)])
process.exit(code) // a hanging mail server must not keep the process alive

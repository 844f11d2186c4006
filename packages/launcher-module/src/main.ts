import { setFlagsFromString } from 'node:v8'
import { runCommandLine } from './command-line.ts'
import { serve } from './rpc/serve.ts'

const COOKIE = 'laminara-module-v1'

// The module shares its machine with a game. Without optimizing compilers and with a small heap it
// uses 40 MB less, and a call still takes a fraction of a millisecond
// (docs/decisions/007-module-transport.md).
setFlagsFromString('--no-opt')
setFlagsFromString('--no-maglev')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=10')

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`[ERROR] portal: ${error}\n`)
  process.exit(1)
})

/**
 * Serves a host, which sets the cookie and passes no arguments. Otherwise runs a command line, because a person started
 * the program.
 */
async function main(args: string[]): Promise<void> {
  if (args.length === 0 && process.env.LAMINARA_MODULE === COOKIE) return serve(process.env)

  const { code, stdout, stderr } = await runCommandLine(args, process.env.LANG)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
}

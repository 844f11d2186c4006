import { setFlagsFromString } from 'node:v8'
import { runByHand } from './by-hand.ts'
import { serve } from './rpc/serve.ts'

const COOKIE = 'laminara-module-v1'

// The module shares its machine with a game, and its calls take a fraction of a millisecond either
// way: no optimising compilers and a small heap save 40 MB (docs/decisions/007-module-transport.md).
setFlagsFromString('--no-opt')
setFlagsFromString('--no-maglev')
setFlagsFromString('--optimize-for-size')
setFlagsFromString('--semi-space-growth-factor=1')
setFlagsFromString('--heap-growing-percent=10')

main(process.argv.slice(2)).catch((error: unknown) => {
  process.stderr.write(`[ERROR] portal: ${error}\n`)
  process.exit(1)
})

/** A host starts the program without arguments and with its cookie; everybody else is a person. */
async function main(args: string[]): Promise<void> {
  if (args.length === 0 && process.env.LAMINARA_MODULE === COOKIE) return serve(process.env)

  const { code, stdout, stderr } = await runByHand(args, process.env.LANG)
  process.stdout.write(stdout)
  process.stderr.write(stderr)
  process.exitCode = code
}

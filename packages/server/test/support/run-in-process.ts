import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { runCommand } from '../../src/cli/run-command.ts'
import { replaceStandardInput } from './replace-standard-input.ts'

export type Environment = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }

let last: Promise<unknown> = Promise.resolve()

/** Makes the environment of a program: the given variables, and only the necessary ones of this process. */
export function childEnvironment(env: Environment): Environment {
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  return {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE: join(TMPDIR, 'portal-test-code'),
    BREACH_API_URL: 'http://127.0.0.1:9', // a closed port
    ...env,
  }
}

/** Runs one command in this process, after those that were queued before. */
export function runInProcess(
  args: readonly string[],
  env: Environment,
  stdin = '',
): Promise<Ended> {
  const ended = last.then(() => run(args, env, stdin))
  last = ended.catch(() => undefined)
  return ended
}

/** Runs a command with this environment and standard input, and captures its output. */
async function run(args: readonly string[], env: Environment, stdin: string): Promise<Ended> {
  using replaced = new DisposableStack()
  if (stdin) replaced.use(replaceStandardInput(Readable.from([Buffer.from(stdin)])))
  const kept = process.env
  process.env = childEnvironment(env)
  const [stdout, stderr] = [listenTo(process.stdout), listenTo(process.stderr)]
  try {
    const code = await runCommand(args)
    return { code, stdout: stdout.text(), stderr: stderr.text() }
  } finally {
    process.env = kept
    stdout.stop()
    stderr.stop()
  }
}

/** Captures text output. The test runner's own messages are bytes and pass through. */
function listenTo(stream: NodeJS.WriteStream): { text(): string; stop(): void } {
  const write = stream.write
  let heard = ''
  stream.write = ((chunk: unknown, ...rest: unknown[]) => {
    if (typeof chunk !== 'string') return Reflect.apply(write, stream, [chunk, ...rest])
    heard += chunk
    return true
  }) as typeof write
  return {
    text: () => heard,
    stop() {
      stream.write = write
    },
  }
}

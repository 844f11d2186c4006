import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { runCommand } from '../../src/cli/run-command.ts'

export type Environment = Record<string, string>
export type Ended = { code: number | null; stdout: string; stderr: string }

let last: Promise<unknown> = Promise.resolve()

/** Makes a program's environment: what it is given, and only what it needs of our own. */
export function worldOf(env: Environment): Environment {
  const { PATH = '', TMPDIR = tmpdir() } = process.env
  return {
    PATH,
    TMPDIR,
    NODE_COMPILE_CACHE: join(TMPDIR, 'portal-test-code'),
    BREACH_API_URL: 'http://127.0.0.1:9', // nobody listens there
    ...env,
  }
}

/** Runs one command in this process, after those that were queued before. */
export function runHere(args: readonly string[], env: Environment): Promise<Ended> {
  const ended = last.then(() => run(args, env))
  last = ended.catch(() => undefined)
  return ended
}

/** Lends the environment and the process's streams to a command, which reads and writes them. */
async function run(args: readonly string[], env: Environment): Promise<Ended> {
  const kept = process.env
  process.env = worldOf(env)
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

/** Captures what is written as text. The test runner's own messages are bytes and go through. */
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

import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { closeSync, mkdirSync, openSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { type Program, pathOf } from './programs.ts'

/**
 * One of the three machines: an address of the loopback network with a folder. Its programs read the files
 * of `deploy/several-machines`, filled in by the script for administrators.
 */
export type Machine = Awaited<ReturnType<typeof openMachine>>

export type Values = Record<string, string>

const DEPLOYED = join(import.meta.dirname, '../../../deploy/several-machines')
/** Options of setpriv that run a program as the user postgres, because PostgreSQL refuses to run as root. */
const AS_POSTGRES = ['--reuid=postgres', '--regid=postgres', '--clear-groups']

export function openMachine(folder: string, values: Values) {
  const files = join(folder, 'files')
  mkdirSync(folder, { recursive: true })
  const given = parseEnv(readFileSync(join(DEPLOYED, 'machine.env'), 'utf8'))
  const own = {
    POSTGRES_DATA: join(folder, 'postgres'),
    ETCD_DATA: join(folder, 'etcd'),
    SOCKETS: folder,
    PGBOUNCER_FILES: files,
  }
  const all = { ...given, ...own, ...values }
  const text = Object.entries(all).map(([name, value]) => `${name}=${value}`)
  writeFileSync(join(folder, 'machine.env'), `${text.join('\n')}\n`)
  execFileSync('sh', [join(DEPLOYED, 'fill.sh'), join(folder, 'machine.env'), files])
  if (isRoot()) execFileSync('chown', ['-R', 'postgres', folder])

  const running = new Map<Program, ChildProcess>()
  const settings = (file: string): Values => {
    const entries = Object.entries(parseEnv(readFileSync(join(files, file), 'utf8')))
    return Object.fromEntries(entries.map(([name, value]) => [name, value ?? '']))
  }
  const start = (program: Program): void => {
    const args = {
      etcd: [],
      patroni: [join(files, 'patroni.yml')],
      haproxy: ['-db', '-f', join(files, 'haproxy.cfg')],
      pgbouncer: [join(files, 'pgbouncer.ini')],
      setpriv: [],
    }[program]
    const command = [pathOf(program), ...args]
    const whole = isRoot() ? [pathOf('setpriv'), ...AS_POSTGRES, ...command] : command
    const log = openSync(join(folder, `${program}.log`), 'a')
    const child = spawn(whole[0] ?? '', whole.slice(1), {
      cwd: folder,
      stdio: ['ignore', log, log],
      env: { PATH: process.env.PATH, ...(program === 'etcd' && settings('etcd.env')) },
    })
    closeSync(log)
    running.set(program, child)
  }
  const signal = (program: Program, name: NodeJS.Signals): void => {
    running.get(program)?.kill(name)
  }
  return {
    folder,
    name: values.NAME ?? '',
    address: values.ADDRESS ?? '',
    settings,
    start,
    signal,
    /** Sends a signal to PostgreSQL and all its connections. */
    signalPostgres(name: NodeJS.Signals) {
      for (const pid of postgresIn(folder)) attempt(() => process.kill(pid, name))
    },
    /** Ends all processes immediately, including stopped ones. */
    end() {
      for (const program of running.keys()) signal(program, 'SIGKILL')
      for (const pid of postgresIn(folder)) attempt(() => process.kill(pid, 'SIGKILL'))
    },
  }
}

function isRoot(): boolean {
  return process.getuid?.() === 0
}

/** Lists the processes of the PostgreSQL with this data folder, the main process first. */
function postgresIn(folder: string): number[] {
  const file = join(folder, 'postgres', 'postmaster.pid')
  const first = Number(attempt(() => readFileSync(file, 'utf8').split('\n', 1)[0]) ?? 0)
  if (!first || !commandOf(first).includes(folder)) return []
  const others = readdirSync('/proc')
    .map(Number)
    .filter((pid) => pid > 0 && parentOf(pid) === first)
  return [first, ...others]
}

function commandOf(pid: number): string {
  return attempt(() => readFileSync(`/proc/${pid}/cmdline`, 'utf8')) ?? ''
}

function parentOf(pid: number): number {
  const stat = attempt(() => readFileSync(`/proc/${pid}/stat`, 'utf8')) ?? ''
  return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
}

/** Runs an action; undefined if it fails, because a process or a file may already be gone. */
function attempt<T>(action: () => T): T | undefined {
  try {
    return action()
  } catch {
    return undefined
  }
}

import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { nodeFlags } from '../bench/site-process.ts'
import { cpuOf, peakOf } from './process-figures.ts'

const MAIN = join(import.meta.dirname, '../../packages/server/bin/portal.js')

/** Pretends that stderr is a terminal, so that the command draws its progress bar, which is read here. */
const AS_AT_TERMINAL = 'data:text/javascript,process.stderr.isTTY=true'

const BAR = /(reading|hashing|writing) \[/g

/**
 * The figures of an import: the peak memory of its process, and when each step of the progress bar first
 * appeared.
 */
export type Watched = {
  code: number | null
  peakMb: number
  seconds: number
  steps: { name: string; seconds: number }[]
  cpuSeconds: number
  report: { read: number; imported: number; skipped: unknown[] }
}

/** Runs `portal import` as an administrator does, and watches its memory and its progress bar. */
export async function watchImport(
  args: readonly string[],
  env: Record<string, string>,
): Promise<Watched> {
  const began = performance.now()
  const child = spawn(
    process.execPath,
    [...nodeFlags, '--import', AS_AT_TERMINAL, MAIN, ...args, '--json'],
    {
      cwd: import.meta.dirname,
      env: { PATH: process.env.PATH ?? '', ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  process.once('exit', () => child.kill('SIGKILL'))
  let [peakMb, cpuSeconds] = [0, 0]
  const watch = setInterval(() => {
    peakMb = peakOf(child.pid) ?? peakMb
    cpuSeconds = cpuOf(child.pid) ?? cpuSeconds
  }, 50)
  const steps: { name: string; began: number }[] = []
  const told: string[] = []
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    for (const [, name = ''] of text.matchAll(BAR)) {
      if (steps.at(-1)?.name !== name) {
        steps.push({ name, began: performance.now() })
      }
    }
    if (told.length < 5 && !text.includes('[')) told.push(text.slice(0, 300))
  })
  const output: string[] = []
  child.stdout.setEncoding('utf8').on('data', (text: string) => output.push(text))
  const code = await new Promise<number | null>((resolve) => child.once('close', resolve))
  clearInterval(watch)
  const ended = performance.now()
  if (output.length === 0) throw new Error(`the import ended with ${code}: ${told.join('')}`)
  return {
    code,
    peakMb,
    cpuSeconds,
    seconds: (ended - began) / 1000,
    steps: steps.map((step, place) => ({
      name: step.name,
      seconds: ((steps[place + 1]?.began ?? ended) - step.began) / 1000,
    })),
    report: JSON.parse(output.join('')),
  }
}

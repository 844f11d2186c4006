import { readFileSync } from 'node:fs'

/** Returns the peak resident memory of a process in MB; undefined after its end. */
export function peakOf(pid: number | undefined): number | undefined {
  const [, kilobytes] = /VmHWM:\s+(\d+)/.exec(readProc(pid, 'status')) ?? []
  return kilobytes === undefined ? undefined : Number(kilobytes) / 1024
}

/** Returns the CPU time of all threads of a process, at 100 ticks a second. */
export function cpuOf(pid: number | undefined): number | undefined {
  const fields = readProc(pid, 'stat').split(') ')[1]?.split(' ')
  return fields ? (Number(fields[11]) + Number(fields[12])) / 100 : undefined
}

function readProc(pid: number | undefined, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8')
  } catch {
    return ''
  }
}

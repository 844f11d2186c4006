import type { ModuleFigures } from './measure-module.ts'

/**
 * Upper limits for the module: the handshake in ms, a warm call in multiples of an empty call, memory in MB, the file
 * in bytes.
 */
const TARGETS = { handshake: 300, warm: 3, memory: 90, fileBytes: 1024 * 1024 } as const

export function moduleText({
  node,
  fileBytes,
  handshake,
  warm,
  cold,
  memory,
}: ModuleFigures): string {
  const most = (value: number, limit: number, unit: string): string =>
    `${value <= limit ? 'met' : 'MISSED'} ≤ ${limit} ${unit}`.trim()
  const ms = (value: number): string => `${value.toFixed(2)} ms`

  return [
    `Node ${node}`,
    `file: ${(fileBytes / 1024).toFixed(0)} KiB  ${most(fileBytes / 1024, TARGETS.fileBytes / 1024, 'KiB')}`,
    `handshake: median ${handshake.median.toFixed(0)} ms, slowest ${handshake.slowest.toFixed(0)} ms  ${most(handshake.median, TARGETS.handshake, 'ms')}`,
    `a warm Allows: ${ms(warm.allows)}, an empty call ${ms(warm.empty)}, ratio ${warm.ratio.toFixed(2)}  ${most(warm.ratio, TARGETS.warm, '')}`,
    `${cold.players} cold players, ${cold.concurrent} at a time: ${cold.rate.toFixed(0)}/s; from the site directly ${cold.direct.toFixed(0)}/s, ratio ${cold.ratio.toFixed(2)}`,
    `memory: ${memory.idle.toFixed(0)} MB idle, ${memory.afterwards.toFixed(0)} MB afterwards  ${most(memory.afterwards, TARGETS.memory, 'MB')}`,
  ].join('\n')
}

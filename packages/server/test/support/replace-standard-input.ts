import type { Readable } from 'node:stream'

/** Replaces the standard input of this process until the result is disposed of. */
export function replaceStandardInput(stream: Readable): Disposable {
  const original = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  Object.defineProperty(process, 'stdin', { value: stream, configurable: true })
  return { [Symbol.dispose]: () => Object.defineProperty(process, 'stdin', original) }
}

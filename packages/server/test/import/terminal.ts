import { PassThrough } from 'node:stream'

/**
 * Puts a terminal in the place of the process's own, at which somebody answers each question as it is asked.
 * Node has no pseudo-terminals; this one says it is one, and takes and gives lines.
 */
export function terminalWith(answers: readonly string[]): Disposable {
  const left = [...answers]
  const keys = Object.assign(new PassThrough(), { isTTY: true })
  const { resume, pause } = keys
  let isAsked = false
  keys.resume = () => {
    const answer = isAsked ? undefined : left.shift()
    isAsked = true
    if (answer !== undefined) setImmediate(() => keys.write(`${answer}\n`))
    return resume.call(keys)
  }
  keys.pause = () => {
    isAsked = false
    return pause.call(keys)
  }
  const stdin = Object.getOwnPropertyDescriptor(process, 'stdin') ?? {}
  const { isTTY } = process.stderr
  Object.defineProperty(process, 'stdin', { value: keys, configurable: true })
  process.stderr.isTTY = true
  return {
    [Symbol.dispose]() {
      Object.defineProperty(process, 'stdin', stdin)
      process.stderr.isTTY = isTTY
    },
  }
}

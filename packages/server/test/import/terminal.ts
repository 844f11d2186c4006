import { PassThrough } from 'node:stream'

/**
 * Replaces the terminal of the process by one that answers each question. Node has no pseudo-terminals, so
 * a stream pretends to be one.
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

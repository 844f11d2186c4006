import { PassThrough } from 'node:stream'
import { replaceStandardInput } from '../support/replace-standard-input.ts'

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
  const replaced = replaceStandardInput(keys)
  const { isTTY } = process.stderr
  process.stderr.isTTY = true
  return {
    [Symbol.dispose]() {
      replaced[Symbol.dispose]()
      process.stderr.isTTY = isTTY
    },
  }
}

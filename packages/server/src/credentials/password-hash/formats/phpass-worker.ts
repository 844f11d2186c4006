import { Worker } from 'node:worker_threads'
import { builtFile } from '../../../platform/package-folder.ts'
import type { DigestAnswer, DigestQuestion } from './phpass-thread.ts'

const PROGRAM = builtFile('credentials/password-hash/formats/phpass-thread.ts')

/**
 * Computes phpass's digests in a thread of its own, one after the other: up to 65,536 rounds of MD5 have no
 * asynchronous function in `crypto`. The thread starts with the first digest and does not keep the process alive.
 */
export class PhpassWorker {
  readonly #waiting = new Map<number, PromiseWithResolvers<string>>()
  #thread: Worker | undefined
  #last = 0

  digest(password: string, param: string): Promise<string> {
    this.#last += 1
    const question: DigestQuestion = { id: this.#last, password, param }
    const waiting = Promise.withResolvers<string>()
    this.#waiting.set(question.id, waiting)
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(question)
    return waiting.promise
  }

  #start(): Worker {
    const thread = new Worker(PROGRAM, { env: {}, execArgv: [] })
    thread.on('message', ({ id, digest }: DigestAnswer) => {
      this.#waiting.get(id)?.resolve(digest)
      this.#waiting.delete(id)
      if (this.#waiting.size === 0) thread.unref()
    })
    thread.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    )
    thread.on('exit', () => this.#fail(new Error('the thread that computes digests has ended')))
    return thread
  }

  /** The next digest starts another thread. */
  #fail(error: Error): void {
    this.#thread = undefined
    for (const waiting of this.#waiting.values()) waiting.reject(error)
    this.#waiting.clear()
  }
}

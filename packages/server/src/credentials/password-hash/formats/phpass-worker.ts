import { Worker } from 'node:worker_threads'
import { builtFile } from '../../../platform/package-folder.ts'
import type { DigestRequest, DigestResponse } from './phpass-thread.ts'

const PROGRAM = builtFile('credentials/password-hash/formats/phpass-thread.ts')

/**
 * Computes phpass digests in a thread, one at a time: up to 65,536 rounds of MD5 take long, and `crypto` has no
 * asynchronous function for them. The thread starts with the first digest and does not keep the process alive.
 */
export class PhpassWorker {
  readonly #pending = new Map<number, PromiseWithResolvers<string>>()
  #thread: Worker | undefined
  #lastId = 0

  digest(password: string, param: string): Promise<string> {
    this.#lastId += 1
    const request: DigestRequest = { id: this.#lastId, password, param }
    const pending = Promise.withResolvers<string>()
    this.#pending.set(request.id, pending)
    this.#thread ??= this.#start()
    this.#thread.ref()
    this.#thread.postMessage(request)
    return pending.promise
  }

  #start(): Worker {
    const thread = new Worker(PROGRAM, { env: {}, execArgv: [] })
    thread.on('message', ({ id, digest }: DigestResponse) => {
      this.#pending.get(id)?.resolve(digest)
      this.#pending.delete(id)
      if (this.#pending.size === 0) thread.unref()
    })
    thread.on('error', (error) =>
      this.#fail(error instanceof Error ? error : new Error(String(error))),
    )
    thread.on('exit', () => this.#fail(new Error('the thread that computes digests has ended')))
    return thread
  }

  #fail(error: Error): void {
    this.#thread = undefined
    for (const pending of this.#pending.values()) pending.reject(error)
    this.#pending.clear()
  }
}

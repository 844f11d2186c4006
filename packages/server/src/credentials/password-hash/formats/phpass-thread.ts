import { parentPort } from 'node:worker_threads'
import { phpassDigest } from './phpass-digest.ts'

/*
 * The worker thread that computes phpass digests (see phpass-worker.ts). The build treats this file as an entry point.
 */

export type DigestRequest = { id: number; password: string; param: string }

export type DigestResponse = { id: number; digest: string }

parentPort?.on('message', ({ id, password, param }: DigestRequest) => {
  const response: DigestResponse = { id, digest: phpassDigest(password, param) }
  parentPort?.postMessage(response)
})

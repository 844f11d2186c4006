import { parentPort } from 'node:worker_threads'
import { phpassDigest } from './phpass-digest.ts'

/* The worker thread for phpass digests (phpass-worker.ts). An entry point of the build. */

export type DigestRequest = { id: number; password: string; param: string }

export type DigestResponse = { id: number; digest: string }

parentPort?.on('message', ({ id, password, param }: DigestRequest) => {
  const response: DigestResponse = { id, digest: phpassDigest(password, param) }
  parentPort?.postMessage(response)
})

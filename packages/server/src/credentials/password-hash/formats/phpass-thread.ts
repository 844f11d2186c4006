import { parentPort } from 'node:worker_threads'
import { phpassDigest } from './phpass-digest.ts'

/* The program of the thread that computes phpass's digests (phpass-worker.ts). It is an entry point of the build. */

export type DigestQuestion = { id: number; password: string; param: string }

export type DigestAnswer = { id: number; digest: string }

parentPort?.on('message', ({ id, password, param }: DigestQuestion) => {
  const answer: DigestAnswer = { id, digest: phpassDigest(password, param) }
  parentPort?.postMessage(answer)
})

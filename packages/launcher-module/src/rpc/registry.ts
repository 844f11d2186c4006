import type { Server, ServerUnaryCall, ServerWritableStream, sendUnaryData } from '@grpc/grpc-js'
import { statusOf, UNEXPECTED_ERROR } from './call-error.ts'
import type { Log } from './log.ts'

/** How to parse a request, handle it, and encode the reply or each reply of a stream. */
type Call<Request, Reply, Answer> = {
  path: string
  read: (bytes: Uint8Array) => Request
  write: (reply: Reply) => Buffer
  answer: (request: Request) => Promise<Answer> | Answer
}

export type Registry = ReturnType<typeof openRegistry>

export function openRegistry(server: Server, log: Log) {
  function failed(path: string, error: unknown): { code: number; details: string } {
    const status = statusOf(error)
    if (!status) log.warn(`${path}: ${error instanceof Error ? error.stack : error}`)
    const { code, details } = status ?? UNEXPECTED_ERROR
    return { code, details: details.toWellFormed() } // gRPC sends it as a percent-encoded header
  }

  return {
    unary<Request, Reply>({ path, read, write, answer }: Call<Request, Reply, Reply>): void {
      const handle = async (
        call: ServerUnaryCall<Request, Reply>,
        reply: sendUnaryData<Reply>,
      ): Promise<void> => {
        try {
          reply(null, await answer(call.request))
        } catch (error) {
          reply(failed(path, error))
        }
      }
      server.register(path, handle, write, read, 'unary')
    },

    stream<Request, Reply>({ path, read, write, answer }: Call<Request, Reply, Reply[]>): void {
      const handle = async (call: ServerWritableStream<Request, Reply>): Promise<void> => {
        try {
          for (const reply of await answer(call.request)) call.write(reply)
          call.end()
        } catch (error) {
          call.emit('error', failed(path, error))
        }
      }
      server.register(path, handle, write, read, 'serverStream')
    },
  }
}

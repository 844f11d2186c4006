import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * The baseline of every row except sign-ins: how fast the HTTP server of Node is on this machine if it only
 * responds. baselines.ts runs it as a child process.
 */

let body = '{}'

const server = createServer((request, response) => {
  request.resume()
  response.writeHead(200, {
    'Content-Type': 'application/json; charset=utf-8',
    'Content-Length': body.length,
  })
  response.end(body)
})

/** The message is the size of the following responses, in bytes. */
process.on('message', (bytes: number) => {
  body = bytes < 2 ? '' : JSON.stringify('x'.repeat(bytes - 2))
  process.send?.(bytes)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/*
 * The floor of every row but the sign-in: what Node's own HTTP server makes on this machine when it
 * does nothing but answer. Run as a child process by floors.ts.
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

/** The number of bytes that answers have from now on. */
process.on('message', (bytes: number) => {
  body = bytes < 2 ? '' : JSON.stringify('x'.repeat(bytes - 2))
  process.send?.(bytes)
})
process.on('disconnect', () => process.exit())
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port))

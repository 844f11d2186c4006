import { createSocket } from 'node:dgram'
import { once } from 'node:events'

const HEADER_BYTES = 12
const TYPE_A = 1

/**
 * Opens a DNS server (RFC 1035) that answers each question for an IPv4 address with the next of the given lists, and
 * then with the last one.
 */
export async function openNameServer(answers: readonly (readonly string[])[]) {
  const socket = createSocket('udp4')
  let asked = 0
  const isAnswered = Promise.withResolvers<void>()
  socket.on('message', (query, { port, address }) => {
    const end = query.indexOf(0, HEADER_BYTES) + 1
    const question = query.subarray(HEADER_BYTES, end + 4)
    const isForAddress = query.readUInt16BE(end) === TYPE_A
    const addresses = isForAddress ? (answers[Math.min(asked, answers.length - 1)] ?? []) : []
    if (isForAddress) asked += 1
    const header = Buffer.alloc(HEADER_BYTES)
    query.copy(header, 0, 0, 2)
    header.writeUInt16BE(0x8180, 2) // a response without an error
    header.writeUInt16BE(1, 4)
    header.writeUInt16BE(addresses.length, 6)
    socket.send(Buffer.concat([header, question, ...addresses.map(toRecord)]), port, address)
    if (isForAddress) isAnswered.resolve()
  })
  socket.bind(0, '127.0.0.1')
  await once(socket, 'listening')
  return {
    address: `127.0.0.1:${socket.address().port}`,
    asked: () => asked,
    isAnswered: isAnswered.promise,
    async [Symbol.asyncDispose]() {
      socket.close()
    },
  }
}

/** Returns an address record for the name in the question, with a lifetime of zero. */
function toRecord(address: string): Buffer {
  const fixed = [0xc0, HEADER_BYTES, 0, TYPE_A, 0, 1, 0, 0, 0, 0, 0, 4]
  return Buffer.from([...fixed, ...address.split('.').map(Number)])
}

import { BlockList } from 'node:net'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { App } from '../app.ts'

/**
 * Says once in the log that a proxy stands before the site and TRUST_PROXY does not name it: all
 * visitors then have the proxy's address and share its limits (security, Address).
 */
export function warnOfUnnamedProxy(app: App, server: FastifyInstance): void {
  if (app.config.trustProxy !== false) return
  let warned = false
  server.addHook('onRequest', (request, _reply, done) => {
    if (!warned && comesThroughProxy(request)) {
      warned = true
      app.log.warn(
        { peer: request.socket.remoteAddress },
        'a proxy passes requests on, but TRUST_PROXY is off: every visitor counts as one address; set TRUST_PROXY to the number of proxies or to their addresses',
      )
    }
    done()
  })
}

function comesThroughProxy(request: FastifyRequest): boolean {
  return request.headers['x-forwarded-for'] !== undefined && isPrivate(request.ip)
}

const networks = new BlockList()
for (const [network, bits] of [
  ['10.0.0.0', 8],
  ['172.16.0.0', 12],
  ['192.168.0.0', 16],
  ['127.0.0.0', 8],
] as const) {
  networks.addSubnet(network, bits, 'ipv4')
}
networks.addAddress('::1', 'ipv6')
networks.addSubnet('fc00::', 7, 'ipv6')
networks.addSubnet('fe80::', 10, 'ipv6')

/** Loopback counts as well (answers, Details); an IPv4-mapped address is judged as its IPv4. */
function isPrivate(address: string): boolean {
  return networks.check(address, address.includes(':') ? 'ipv6' : 'ipv4')
}

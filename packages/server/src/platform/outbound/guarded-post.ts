import dns from 'node:dns'
import { once } from 'node:events'
import { type IncomingHttpHeaders, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { isIP, type LookupFunction } from 'node:net'
import { bareHost, isInside, isLocalhost } from '../network/private-address.ts'
import type { OutboundLimits } from './fetch-text.ts'
import { PrivateHostError } from './public-host.ts'

export type GuardedRequest = {
  headers: Record<string, string>
  body: string
  /** Hosts in the private network that the owner allows, as `host` or `host:port`, in lower case. */
  allowedHosts: readonly string[]
  signal?: AbortSignal
}

/** `text` is the beginning of the response, up to `sizeBytes` bytes. */
export type GuardedResponse = { status: number; headers: IncomingHttpHeaders; text: string }

/**
 * Checks an address that a person entered, without a DNS lookup. The address must name an allowed host, or be https and
 * neither a private IP address nor a name of this machine. It never contains credentials.
 */
export function isAddressAllowed(url: string, allowedHosts: readonly string[]): boolean {
  if (!URL.canParse(url)) return false
  const target = new URL(url)
  if (target.username !== '' || target.password !== '') return false
  if (target.protocol !== 'https:' && target.protocol !== 'http:') return false
  if (isHostAllowed(target, allowedHosts)) return true
  const host = bareHost(target.hostname)
  const isHere = isLocalhost(host) || (isIP(host) !== 0 && isInside(host))
  return target.protocol === 'https:' && !isHere
}

export function isHostAllowed(url: URL, allowedHosts: readonly string[]): boolean {
  const host = url.hostname.toLowerCase()
  const port = url.port || (url.protocol === 'https:' ? '443' : '80')
  const names = [host, bareHost(host)]
  return names.some(
    (name) => allowedHosts.includes(name) || allowedHosts.includes(`${name}:${port}`),
  )
}

/**
 * Sends a POST to an address that a person entered. Connects to the very IP address that was checked, so a change of
 * DNS in between has no effect. Follows no redirect. Reads only the beginning of the response.
 * @param limits.budget milliseconds from the DNS lookup to the end of the response
 * @throws PrivateHostError; Error of the network, or if the time is over; see `failureOf`
 */
export async function guardedPost(
  url: string,
  { headers, body, allowedHosts, signal }: GuardedRequest,
  { budget, sizeBytes }: OutboundLimits,
): Promise<GuardedResponse> {
  if (!isAddressAllowed(url, allowedHosts)) throw new PrivateHostError('the address is not allowed')
  const target = new URL(url)
  const isAllowed = isHostAllowed(target, allowedHosts)
  const timeout = AbortSignal.timeout(budget)
  const sent = (target.protocol === 'https:' ? requestHttps : requestHttp)(target, {
    method: 'POST',
    headers: { ...headers, 'Content-Length': String(Buffer.byteLength(body)) },
    agent: false,
    signal: signal ? AbortSignal.any([timeout, signal]) : timeout,
    ...(!isAllowed && { lookup: publicResolve }),
  })
  sent.end(body)
  const [response]: IncomingMessage[] = await once(sent, 'response')
  if (!response) throw new Error('there is no answer')
  return {
    status: response.statusCode ?? 0,
    headers: response.headers,
    text: await beginningOf(response, sizeBytes),
  }
}

async function beginningOf(response: IncomingMessage, sizeBytes: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  try {
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size >= sizeBytes) break // leaving the loop closes the connection
    }
  } catch {
    // the status has arrived and is the result, even if the rest of the body is missing
  }
  return Buffer.concat(chunks).subarray(0, sizeBytes).toString('utf8')
}

const DNS_LIMITS = { timeout: 2000, tries: 2 }

/**
 * Resolves a name to public addresses. Queries the DNS servers itself, because `dns.lookup` would occupy the threads
 * that hash passwords while a DNS server does not respond.
 */
const publicResolve: LookupFunction = (hostname, options, callback) => {
  const resolver = new dns.Resolver(DNS_LIMITS)
  resolver.setServers(dns.getServers()) // a new resolver does not use the servers that were set for the process
  const found: { address: string; family: number }[] = []
  let failure: NodeJS.ErrnoException | null = null
  let pending = 2
  const add =
    (family: number) => (error: NodeJS.ErrnoException | null, list: string[] | undefined) => {
      failure ??= error
      for (const address of list ?? []) found.push({ address, family })
      pending -= 1
      if (pending > 0) return
      const [first] = found
      if (!first) return callback(failure ?? new Error(`${hostname} has no address`), '', 0)
      if (found.some(({ address }) => isInside(address))) {
        return callback(new PrivateHostError(`${hostname} resolves to a private address`), '', 0)
      }
      if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    }
  resolver.resolve4(hostname, add(4))
  resolver.resolve6(hostname, add(6))
}

import { isTrusted } from './address.ts'

const LOOPBACK = ['127.0.0.0/8', '::1']
const PRIVATE = [
  ...LOOPBACK,
  '10.0.0.0/8',
  '172.16.0.0/12',
  '192.168.0.0/16',
  'fc00::/7',
  'fe80::/10',
]

/** Whether an address is this machine's own. */
export function isLoopback(address: string): boolean {
  return isTrusted(LOOPBACK, address)
}

/** Whether an address belongs to a private network; loopback counts as well. */
export function isPrivate(address: string): boolean {
  return isTrusted(PRIVATE, address)
}

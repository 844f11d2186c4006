/**
 * Tells whether a host name or an address, also one written as in a URL, means this machine itself.
 */
export function isThisMachine(host: string): boolean {
  return /^(localhost|.+\.localhost|127(\.\d{1,3}){3}|\[?::1\]?)$/i.test(host)
}

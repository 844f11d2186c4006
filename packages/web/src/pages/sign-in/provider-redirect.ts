import { call } from '../../session.ts'

/** Returns a path of this site to which the service may return the player; undefined for anything else. */
export function safeNextPath(wanted: unknown): string | undefined {
  const isOwn = typeof wanted === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)
  return isOwn && wanted.length <= 512 ? wanted : undefined
}

/** Opens another service to sign in there; it returns the player to `/linked/<slug>`. */
export async function redirectToProvider(
  provider: string,
  next: string | undefined,
): Promise<void> {
  const body = next === undefined ? {} : { next }
  const { url } = await call('identityLoginOptions', { params: { provider }, body })
  location.assign(url)
}

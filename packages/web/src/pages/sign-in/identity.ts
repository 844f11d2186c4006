import { call } from '../../session.ts'

/** A path of this site that the other service may send a player on to afterwards; undefined for anything else. */
export function ownPath(wanted: unknown): string | undefined {
  const isOwn = typeof wanted === 'string' && /^\/(?!\/)[^\\\p{Cc}]*$/u.test(wanted)
  return isOwn && wanted.length <= 512 ? wanted : undefined
}

/** Goes to another service to sign in there; it sends the player back to `/linked/<slug>`. */
export async function goToSignIn(provider: string, next: string | undefined): Promise<void> {
  const body = next === undefined ? {} : { next }
  const { url } = await call('identityLoginOptions', { params: { provider }, body })
  location.assign(url)
}

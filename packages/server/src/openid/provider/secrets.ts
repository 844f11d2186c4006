import { timingSafeEqual } from 'node:crypto'
import type { App } from '../../app.ts'
import { hashOfSecret } from '../clients/client.ts'
import type { Client, Provider } from './library.ts'

/**
 * Makes the library compare a client's secret with the stored hashes: of the current secret, and of the previous one
 * while it is valid.
 */
export function compareSecretHashes(provider: Provider, { clock }: Pick<App, 'clock'>): void {
  provider.Client.prototype.compareClientSecret = function (this: Client, actual: string): boolean {
    const [current, old] = this.portal_secrets
    const until = this.portal_old_secret_until
    const valid = [current, until !== null && clock.now() < until ? old : null]
    const given = Buffer.from(hashOfSecret(actual))
    return valid.some(
      (hash) => typeof hash === 'string' && timingSafeEqual(Buffer.from(hash), given),
    )
  }
}

import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { Refusal } from '../../platform/errors.ts'
import { looksInside } from '../../platform/network/private-address.ts'
import { failureOf } from '../../platform/outbound/fetch-text.ts'
import { isGameHostAllowedInside } from '../../settings/game-hosts.ts'
import { readGameAddress } from '../../settings/game-servers.ts'

type Checked = Static<typeof endpoints.checkGameServer.reply>
type Trouble = NonNullable<Checked['trouble']>

/**
 * Requests the status of a game server once, before or after its address is saved. A host in the private network is
 * contacted only after a superuser has saved it, which requires a re-authentication: otherwise a thief of a session
 * could scan the network. The response for a name that resolves to a private address is the same as for a name that
 * does not exist.
 * @throws Refusal `request.invalid` if the text is no address
 */
export async function checkGameServer(
  app: Pick<App, 'db' | 'config' | 'measureGameServer'>,
  address: string,
): Promise<Checked> {
  const server = readGameAddress(address)
  if (!server) {
    throw new Refusal('request.invalid', { fields: [{ field: 'address', keyword: 'pattern' }] })
  }
  const isAllowedInside = await isGameHostAllowedInside(app, server.host)
  if (looksInside(server.host) && !isAllowedInside) return failed('inside')
  try {
    const { status, latency } = await app.measureGameServer(server, { isAllowedInside })
    const { players, most } = status
    return { online: true, latency, players, most, trouble: null }
  } catch (error) {
    return failed(troubleOf(error))
  }
}

function failed(trouble: Trouble): Checked {
  return { online: false, latency: null, players: null, most: null, trouble }
}

function troubleOf(error: unknown): Trouble {
  if (error instanceof Error && error.name === 'TimeoutError') return 'timeout'
  const reason = failureOf(error)
  if (/^(EINSIDE|ENOTFOUND|ENODATA|EAI_\w+)$/.test(reason)) return 'address'
  if (reason === 'ECONNREFUSED') return 'refused'
  return /^(ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(reason) ? 'timeout' : 'response'
}

import type { App, AppOverrides } from '../app.ts'
import {
  fetchGameStatus,
  type MeasuredStatus,
  measureGameStatus,
} from '../platform/outbound/game-server-status.ts'
import { isGameHostAllowedInside } from '../settings/game-hosts.ts'
import type { GameAddress } from '../settings/game-servers.ts'
import { type ServerStatuses, serverStatuses } from './home/server-statuses.ts'
import { type PageLinksCache, pageLinks } from './pages/page-links.ts'

export type ContentParts = {
  gameServers: ServerStatuses
  measureGameServer(
    server: GameAddress,
    options: { isAllowedInside: boolean },
  ): Promise<MeasuredStatus>
  pageLinks: PageLinksCache
}

type Base = Pick<App, 'config' | 'log' | 'clock' | 'db' | 'settings'>

export function openContent(base: Base, { outboundTimeout: budget }: AppOverrides): ContentParts {
  const limits = { ...(budget && { budget }) }
  return {
    measureGameServer: (server, options) => measureGameStatus(server, { ...limits, ...options }),
    pageLinks: pageLinks(base),
    gameServers: serverStatuses(base, async (server) =>
      fetchGameStatus(server, {
        ...limits,
        isAllowedInside: await isGameHostAllowedInside(base, server.host),
      }),
    ),
  }
}

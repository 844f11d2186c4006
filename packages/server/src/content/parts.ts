import type { App, AppOverrides } from '../app.ts'
import { fetchGameStatus } from '../platform/outbound/game-server-status.ts'
import { isGameHostAllowedInside } from '../settings/game-hosts.ts'
import { type ServerStatuses, serverStatuses } from './home/server-statuses.ts'
import { type PageLinksCache, pageLinks } from './pages/page-links.ts'

export type ContentParts = {
  gameServers: ServerStatuses
  pageLinks: PageLinksCache
}

type Base = Pick<App, 'config' | 'log' | 'clock' | 'db' | 'settings'>

export function openContent(base: Base, { outboundTimeout: budget }: AppOverrides): ContentParts {
  return {
    pageLinks: pageLinks(base),
    gameServers: serverStatuses(base, async (server) =>
      fetchGameStatus(server, {
        ...(budget && { budget }),
        isAllowedInside: await isGameHostAllowedInside(base, server.host),
      }),
    ),
  }
}

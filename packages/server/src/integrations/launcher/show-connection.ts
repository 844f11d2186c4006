import type { endpoints } from '@portal/contract'
import type { Static } from 'typebox'
import type { App } from '../../app.ts'
import { HOUR, isoInstant } from '../../platform/clock.ts'
import { findLastGameSession, listRefusedKeys } from './connection-store.ts'
import { listModuleFiles } from './module-files.ts'

const MAX_REFUSED_KEYS = 20

type ConnectionReply = Static<typeof endpoints.showLauncher.reply>

export async function showConnection(
  app: Pick<App, 'db' | 'clock' | 'config' | 'settings' | 'keys'>,
  yourAddress: string,
): Promise<ConnectionReply> {
  const now = app.clock.now()
  const since = now - HOUR
  const { yggdrasil, azauth } = await app.settings.read()
  const refused = await listRefusedKeys(app.db, { since, limit: MAX_REFUSED_KEYS })
  const game = yggdrasil || azauth ? await findLastGameSession(app.db, since) : undefined
  return {
    publicUrl: app.config.publicUrl,
    now: isoInstant(now),
    yourAddress,
    files: await listModuleFiles(),
    yggdrasil,
    azauth,
    yggdrasilKey: yggdrasil && (await app.keys.yggdrasil.find()) !== undefined,
    refused: refused.map(({ at, ip, code, key }) => ({
      at: isoInstant(at),
      ip: ip ?? '',
      code: code ?? '',
      key,
    })),
    lastGame: game ? { ...game, at: isoInstant(game.at) } : null,
  }
}

import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { argon2Passwords } from '../../packages/server/src/credentials/password-hash/passwords.ts'
import type { Db } from '../../packages/server/src/database/database.ts'
import { openDatabase } from '../../packages/server/src/database/open-database.ts'
import { insertGameSession } from '../../packages/server/src/integrations/yggdrasil/game-session-store.ts'
import {
  hashOf,
  newClientToken,
  newGameToken,
} from '../../packages/server/src/integrations/yggdrasil/game-token.ts'
import { HOUR, systemClock } from '../../packages/server/src/platform/clock.ts'
import { newId, newUuid, systemRandom } from '../../packages/server/src/platform/random.ts'
import { insertPlayer } from '../../packages/server/src/players/player-store.ts'
import { encodePng } from '../../packages/server/src/profiles/images/encode-png.ts'
import {
  storeTexture,
  updateAppearance,
} from '../../packages/server/src/profiles/textures/texture-store.ts'
import { PASSWORD } from './players.ts'

/** A player whose launcher has an old game token. */
export type Returning = { name: string; id: string; accessToken: string; clientToken: string }

const SKINS = 500
const MAX_CONCURRENT = 500

/** Inserts players with a skin and an open game session into the database. */
export async function makeReturningPlayers(
  site: { folder: string; databaseUrl: string },
  count: number,
): Promise<Returning[]> {
  const { folder, databaseUrl } = site
  const db = await openDatabase({ dataDir: join(folder, 'data'), databaseUrl })
  try {
    const passwordHash = await (await argon2Passwords(systemRandom, 1)).hash(PASSWORD)
    const skins = await makeSkins(db)
    const players: Returning[] = []
    for (let first = 0; first < count; first += MAX_CONCURRENT) {
      const last = Math.min(first + MAX_CONCURRENT, count)
      await db.transaction().execute(async (tx) => {
        for (let n = first; n < last; n += 1) {
          const skinHash = skins[n % skins.length] ?? ''
          players.push(await makePlayer(tx, { name: `Returning_${n}`, passwordHash, skinHash }))
        }
      })
    }
    return players
  } finally {
    await db.destroy()
  }
}

async function makeSkins(db: Db): Promise<string[]> {
  const hashes: string[] = []
  for (let n = 0; n < SKINS; n += 1) {
    const bytes = await encodePng(
      { width: 64, height: 64, rgba: systemRandom.bytes(64 * 64 * 4) },
      6,
    )
    const hash = createHash('sha256').update(bytes).digest('hex')
    const skin = { hash, kind: 'skin', width: 64, height: 64, bytes } as const
    await db.transaction().execute((tx) => storeTexture(tx, skin, systemClock.now()))
    hashes.push(hash)
  }
  return hashes
}

async function makePlayer(
  tx: Db,
  { name, passwordHash, skinHash }: { name: string; passwordHash: string; skinHash: string },
): Promise<Returning> {
  const now = systemClock.now()
  const id = newUuid(systemRandom)
  const account = {
    id,
    username: name,
    email: `${name}@example.org`,
    passwordHash,
    locale: 'en',
    createdAt: now,
    activatedAt: now,
    superuserAt: null,
    inviterId: null,
  } as const
  await insertPlayer(tx, account, now)
  await updateAppearance(tx, id, { skinHash, skinTwinHash: null, skinModel: 'classic' })
  const accessToken = newGameToken(systemRandom)
  const clientToken = newClientToken(systemRandom)
  const session = {
    id: newId(systemRandom),
    playerId: id,
    device: 'Launcher',
    agent: 'Launcher',
    ip: '127.0.0.1',
    counter: 0,
    createdAt: now,
    updatedAt: now,
    expiresAt: now + 24 * HOUR,
    signedInWith: null,
  }
  const game = {
    hash: hashOf(accessToken),
    clientToken,
    name,
    launcherPassword: null,
    grantId: null,
    scopes: null,
    cookieMark: null,
    placeMark: null,
  }
  await insertGameSession(tx, session, game)
  return { name, id: id.replaceAll('-', ''), accessToken, clientToken }
}

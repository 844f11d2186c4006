import { Email, Username } from '@portal/contract'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { type ChangeDeps, change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { sendActivationCode } from '../credentials/email-codes/send-activation-code.ts'
import { violatedUniqueColumn } from '../database/database-failure.ts'
import type { Client } from '../platform/network/client.ts'
import type { PreviousSiteLogin, PreviousSitePlayer } from '../platform/outbound/previous-site.ts'
import {
  listTombstonesAmong,
  refuseTombstoneUuids,
  UuidOfTombstone,
} from '../players/deletion-store.ts'
import { NameReservedError } from '../players/name-store.ts'
import { newPlayer } from '../players/new-player.ts'
import { lookupKey, type Player } from '../players/player.ts'
import { readPlayerId } from '../players/player-id.ts'
import { findPlayerByUsername, insertPlayer } from '../players/player-store.ts'

type Deps = ChangeDeps & Pick<App, 'passwords' | 'previousSite' | 'giveHeldPurchases'>

type VouchedPlayer = { username: string; email: string | null; uuid: string | undefined }

/**
 * Imports a player whose password the previous site accepts. Unique columns decide races. If a player with that name
 * exists by then, returns this player unchanged: the caller checks the password against the stored hash
 * (docs/contract.md#from-an-old-site).
 * @returns undefined if there is still no player with that name
 */
export async function migrateOnSignIn(
  app: Deps,
  given: PreviousSiteLogin,
  { url, client }: { url: string; client: Client },
): Promise<Player | undefined> {
  const { login, password } = given
  if (login.includes('@')) return undefined // the delay would reveal whether an address is registered
  const isHere = async () => (await findPlayerByUsername(app.db, login)) !== undefined
  const migrate = async (old: PreviousSitePlayer) => {
    const vouched = toVouchedPlayer(login, old)
    const why =
      'why' in vouched ? vouched.why : await insertVouched(app, vouched, { password, client })
    if (why === undefined || (await isHere())) return true
    await writeAudit(app, {
      action: 'player.not-moved-in',
      actor: null,
      ip: client.ip,
      target: null,
      after: `${old.username}: ${why}`,
    })
    return false
  }
  await app.previousSite.verify(url, { login, password }, { isHere, migrate })
  return findPlayerByUsername(app.db, login)
}

function toVouchedPlayer(login: string, old: PreviousSitePlayer): VouchedPlayer | { why: string } {
  const username = old.username.trim()
  if (!Check(Username, username)) return { why: 'not 3 to 16 Latin letters, digits and _' }
  if (lookupKey(username) !== lookupKey(login)) return { why: `signed in as ${login}` }
  const uuid = old.uuid ? readPlayerId(old.uuid.trim()) : undefined
  if (old.uuid && !uuid) return { why: `not a uuid: ${old.uuid}` }
  const email = old.email?.trim()
  return { username, email: email && Check(Email, email) ? email : null, uuid }
}

/**
 * Creates the account, without the address if another player has it. The previous site does not confirm addresses: if
 * this site confirms them, the player gets a code.
 * @returns the reason if the player cannot be imported
 */
async function insertVouched(
  app: Deps,
  { username, email, uuid }: VouchedPlayer,
  { password, client }: { password: string; client: Client },
): Promise<string | undefined> {
  const { defaultLanguage: locale, emailConfirmation } = await app.settings.read()
  const passwordHash = await app.passwords.hash(password)
  const isDeleted = uuid !== undefined && (await listTombstonesAmong(app.db, [uuid])).length > 0
  for (const address of new Set([email, null])) {
    const waits = emailConfirmation && address !== null
    const given = { username, passwordHash, locale, activated: !waits, superuser: false }
    const fresh = newPlayer(app, { ...given, email: address })
    const id = isDeleted ? fresh.id : (uuid ?? fresh.id)
    const player = { ...fresh, id, inviterId: null, waits }
    const omission = address === email ? '' : `, without ${email}`
    try {
      await change(app, { actor: player.id, ip: client.ip }, async (work) => {
        await insertPlayer(work.tx, player, work.now)
        await refuseTombstoneUuids(work.tx, [player.id])
        work.audit('player.moved-in', player.id, { after: username + omission })
        work.emit('player.registered', { player: player.id })
        await app.giveHeldPurchases(work, [player])
        if (!waits) return
        const { unconfirmedDays: endsAfter } = work.settings
        await sendActivationCode(app, work, player, { to: address, endsAfter })
      })
      return undefined
    } catch (error) {
      if (error instanceof NameReservedError) return 'the name is kept for somebody'
      if (error instanceof UuidOfTombstone) return error.message
      const column = violatedUniqueColumn(error)
      if (column === 'player.username_key') return 'somebody has the name'
      if (column === 'player.id' || column === 'player.pkey') return `somebody has the uuid ${uuid}`
      if (column !== 'player.email_key') throw error
    }
  }
  return 'somebody has the address'
}

import { Email, Username } from '@portal/contract'
import { Check } from 'typebox/value'
import type { App } from '../app.ts'
import { type ChangeNeeds, change } from '../audit/change.ts'
import { writeAudit } from '../audit/write-audit.ts'
import { sendActivationCode } from '../credentials/email-codes/send-activation-code.ts'
import { takenColumn } from '../database/database-failure.ts'
import type { Client } from '../platform/network/client.ts'
import type { OldGuess, OldPlayer } from '../platform/outbound/previous-site.ts'
import { listHusksAmong, refuseHusks, UuidOfHusk } from '../players/deletion-store.ts'
import { NameIsKept } from '../players/name-store.ts'
import { newPlayer } from '../players/new-player.ts'
import { keyOf, type Player } from '../players/player.ts'
import { readPlayerId } from '../players/player-id.ts'
import { findPlayerByUsername, insertPlayer } from '../players/player-store.ts'

type Needs = ChangeNeeds & Pick<App, 'passwords' | 'oldSite'>

/** Somebody whom the old site vouches for; whoever cannot come has a reason. */
type Newcomer = { username: string; email: string | null; uuid: string | undefined }

/**
 * Makes an account for an unknown name if the old site says that the password is right
 * (docs/contract.md#from-an-old-site). Unique columns decide races. Whoever is here by then is returned
 * as they are: the caller checks the password against what is stored, never by the old site's word.
 *
 * @returns undefined when nobody is to come in by that name.
 * @throws Refusal `overloaded`
 */
export async function movePlayerIn(
  app: Needs,
  given: OldGuess,
  { url, client }: { url: string; client: Client },
): Promise<Player | undefined> {
  const { login, password } = given
  if (login.includes('@')) return undefined // only names: the wait would tell whose address is here
  const isHere = async () => (await findPlayerByUsername(app.db, login)) !== undefined
  const moveIn = async (old: OldPlayer) => {
    const newcomer = toNewcomer(login, old)
    const why = 'why' in newcomer ? newcomer.why : await insert(app, newcomer, { password, client })
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
  await app.oldSite.ask(url, { login, password }, { isHere, moveIn })
  return findPlayerByUsername(app.db, login)
}

function toNewcomer(login: string, old: OldPlayer): Newcomer | { why: string } {
  const username = old.username.trim()
  if (!Check(Username, username)) return { why: 'not 3 to 16 Latin letters, digits and _' }
  if (keyOf(username) !== keyOf(login)) return { why: `signed in as ${login}` }
  const uuid = old.uuid ? readPlayerId(old.uuid.trim()) : undefined
  if (old.uuid && !uuid) return { why: `not a uuid: ${old.uuid}` }
  const email = old.email?.trim()
  return { username, email: email && Check(Email, email) ? email : null, uuid }
}

/**
 * Inserts the player, without an address that somebody else has. The old site's word confirms no address: where
 * the site confirms addresses, the player gets a code.
 *
 * @returns why they could not come.
 */
async function insert(
  app: Needs,
  { username, email, uuid }: Newcomer,
  { password, client }: { password: string; client: Client },
): Promise<string | undefined> {
  const { defaultLanguage: locale, emailConfirmation } = await app.settings.read()
  const passwordHash = await app.passwords.hash(password)
  const isHusk = uuid !== undefined && (await listHusksAmong(app.db, [uuid])).length > 0
  for (const address of new Set([email, null])) {
    const waits = emailConfirmation && address !== null
    const given = { username, passwordHash, locale, activated: !waits, superuser: false }
    const fresh = newPlayer(app, { ...given, email: address })
    const id = isHusk ? fresh.id : (uuid ?? fresh.id)
    const player = { ...fresh, id, inviterId: null, waits }
    const left = address === email ? '' : `, without ${email}`
    try {
      await change(app, { actor: player.id, ip: client.ip }, async (work) => {
        await insertPlayer(work.tx, player, work.now)
        await refuseHusks(work.tx, [player.id])
        work.note('player.moved-in', player.id, { after: username + left })
        if (!waits) return
        const { unconfirmedDays: endsAfter } = work.settings
        await sendActivationCode(app, work, player, { to: address, endsAfter })
      })
      return undefined
    } catch (error) {
      if (error instanceof NameIsKept) return 'the name is kept for somebody'
      if (error instanceof UuidOfHusk) return error.message
      const column = takenColumn(error)
      if (column === 'player.username_key') return 'somebody has the name'
      if (column === 'player.id' || column === 'player.pkey') return `somebody has the uuid ${uuid}`
      if (column !== 'player.email_key') throw error
    }
  }
  return 'somebody has the address'
}
